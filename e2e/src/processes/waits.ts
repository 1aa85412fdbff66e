import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../server.ts'

/** How long others may wait beyond what they wait on a calm server, in milliseconds. */
const allowedMs = 50
/** Work that comes and goes on the same machine is not taken for what is tried. */
const looks = 6

/**
 * How long an answer to whoever asks for nothing takes, while something else is asked of the server. On Linux a wait
 * counts as far as the thread that answers has worked meanwhile: what else the machine does is no fault of the server.
 */
export class Waits {
  readonly #server: Server
  readonly #agent = new Agent({ keepAlive: true })
  readonly #calmMs: number

  private constructor(server: Server, calmMs: number) {
    this.#server = server
    this.#calmMs = calmMs
  }

  /** Measures the server while nothing else is asked of it. */
  static async measure(server: Server): Promise<Waits> {
    const waits = new Waits(server, 0)
    const calm: number[] = []
    for (let count = 0; count < 300; count += 1) calm.push(await waits.#waitOnce())
    return new Waits(server, calm.toSorted((a, b) => a - b)[Math.floor(calm.length * 0.99)] ?? 0)
  }

  /** Does the work until others do not wait for it. @returns how long they did at last, where they always did */
  async findLongest<Done>(work: () => Promise<Done>): Promise<{ done: Done; tooLongMs: number | null }> {
    for (let look = 1; ; look += 1) {
      const { done, longestMs } = await this.#waitBeside(work())
      if (longestMs <= this.#calmMs + allowedMs) return { done, tooLongMs: null }
      if (look === looks) return { done, tooLongMs: Math.round(longestMs) }
      await sleep(50)
    }
  }

  async #waitBeside<Done>(work: Promise<Done>): Promise<{ done: Done; longestMs: number }> {
    let isOver = false
    const ended = work.finally(() => {
      isOver = true
    })
    let longestMs = await this.#waitOnce()
    while (!isOver) longestMs = Math.max(longestMs, await this.#waitOnce())
    return { done: await ended, longestMs }
  }

  #waitOnce(): Promise<number> {
    const [begun, workedBefore] = [performance.now(), workedMs(this.#server)]
    const waited = () => Math.min(performance.now() - begun, workedMs(this.#server) - workedBefore)
    return new Promise((resolve, reject) => {
      request(`${this.#server.address}/healthz`, { agent: this.#agent }, (answer) => {
        answer.resume().once('end', () => resolve(waited()))
      })
        .once('error', reject)
        .end()
    })
  }
}

/** Milliseconds that the thread which answers has worked so far; where nobody counts them, of the clock. */
function workedMs({ pid }: Server): number {
  if (process.platform !== 'linux') return performance.now()
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1_000_000
}
