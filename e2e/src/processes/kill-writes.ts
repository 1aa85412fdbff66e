import { setTimeout as sleep } from 'node:timers/promises'
import type { Task } from '@artel/contract/tasks/tasks'
import { expect } from 'vitest'
import type { ApiClient } from '../api-client.ts'
import { pixel } from '../pixel.ts'

type Write = { title: string; key: string; outcome: 'ok' | 'unknown' }

/**
 * Clients that write concurrently, and the outcome that each was told: done or unknown. The tasks are counted
 * afterwards; `verify` checks the steps and photos.
 */
export class Writes {
  readonly #admin: ApiClient
  readonly #staff: ApiClient
  readonly #random: () => number
  readonly #mark: string
  readonly #writes: Write[] = []
  #isOver = false
  #acknowledged = 0

  constructor(admin: ApiClient, staff: ApiClient, random: () => number) {
    this.#admin = admin
    this.#staff = staff
    this.#random = random
    this.#mark = Math.floor(random() * 2 ** 40).toString(36)
  }

  /** The number of acknowledged calls of all kinds. */
  get acknowledged(): number {
    return this.#acknowledged
  }

  get unknown(): number {
    return this.#writes.filter(({ outcome }) => outcome === 'unknown').length
  }

  /** Writes until stopped. @returns a function that stops the writing and waits for the last write */
  start(stepping: readonly number[]): () => Promise<void> {
    const repeat = async (work: () => Promise<unknown>) => {
      while (!this.#isOver) await work()
    }
    const creating = () => {
      const title = `Удар-${this.#mark}-${this.#writes.length}`
      const write: Write = { title, key: title.slice(5), outcome: 'unknown' }
      this.#writes.push(write)
      return this.#try(write)
    }
    const running = [
      ...[1, 2, 3].map(() => repeat(creating)),
      ...stepping.map((id) => repeat(() => this.#step(id))),
      repeat(() => this.#upload()),
    ]
    return async () => {
      this.#isOver = true
      await Promise.all(running)
    }
  }

  async #try(write: Write): Promise<boolean> {
    const { title, key } = write
    const sent = this.#admin.send('POST', '/tasks/create', { title }, { 'idempotency-key': key })
    const isDone = await this.#isDone(sent)
    if (isDone) write.outcome = 'ok'
    return isDone
  }

  async #step(id: number): Promise<void> {
    const step = this.#random() < 0.5 ? 'start' : 'pause'
    await this.#isDone(this.#staff.send('POST', `/tasks/${id}/${step}`, {}), [409])
  }

  async #upload(): Promise<void> {
    const form = new FormData()
    form.set('type', 'photo')
    form.set('path', 'tasks')
    form.set('file', new File([Buffer.from(pixel, 'base64')], 'удар.png', { type: 'image/png' }))
    await this.#isDone(this.#staff.send('POST', '/multimedia', form))
  }

  /**
   * Whether the call was acknowledged. A broken connection and 503 mean an unknown outcome; any other
   * unexpected status is an error.
   */
  async #isDone(sent: Promise<Response>, refusals: readonly number[] = []): Promise<boolean> {
    const text = sent.then(async (response) => ({ response, text: await response.text() }))
    const answer = await text.catch(() => null)
    if (!answer || answer.response.status === 503) {
      // Without this pause a client that is refused at once would send requests without a break.
      await sleep(20)
      return false
    }
    const { ok, status } = answer.response
    if (!ok && !refusals.includes(status)) throw new Error(`${status}: ${answer.text}`)
    if (ok) this.#acknowledged += 1
    return ok
  }

  /** Repeats half of the writes with an unknown outcome, with their keys, until they are acknowledged. */
  async settle(): Promise<void> {
    for (const write of this.#writes) {
      if (write.outcome === 'ok' || this.#random() < 0.5) continue
      while (!(await this.#try(write)));
    }
  }

  /** Checks that each acknowledged write exists once, and that no write exists twice. */
  async check(): Promise<void> {
    const found = new Map<string, number>()
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const body = { search: `Удар-${this.#mark}-` }
      const path = `/listing/tasks?limit=200&page=${page}&sort_by=id`
      const listed = await this.#admin.call<Listed>('POST', path, body)
      for (const { title } of listed.tasks) found.set(title, (found.get(title) ?? 0) + 1)
      pages = Math.ceil(listed.pagination.total / 200)
    }
    const lost = this.#writes.filter(({ title, outcome }) => outcome === 'ok' && !found.has(title))
    expect(lost, 'acknowledged, and not there').toEqual([])
    const doubled = [...found].filter(([, times]) => times > 1)
    expect(doubled, 'there more than once').toEqual([])
  }
}

type Listed = { tasks: Task[]; pagination: { total: number } }
