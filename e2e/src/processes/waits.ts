import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../server.ts'

/** How much longer other requests may wait than on an idle server, ms. */
const allowedMs = 50
/** Maximum number of attempts, because other programs of the machine may cause single waits. */
const looks = 6

/**
 * Measures how long the answer to a trivial request takes while the server handles another request. On Linux
 * only the processor time of the server's main thread counts, because the load of other programs is not the
 * server's fault.
 */
export class Waits {
  readonly #server: Server
  readonly #agent = new Agent({ keepAlive: true })
  readonly #calmMs: number

  private constructor(server: Server, calmMs: number) {
    this.#server = server
    this.#calmMs = calmMs
  }

  /** Measures the server while it handles no other request. */
  static async measure(server: Server): Promise<Waits> {
    const waits = new Waits(server, 0)
    const calm: number[] = []
    for (let count = 0; count < 300; count += 1) calm.push(await waits.#waitOnce())
    return new Waits(server, calm.toSorted((a, b) => a - b)[Math.floor(calm.length * 0.99)] ?? 0)
  }

  /**
   * Repeats the work until other requests do not wait too long. @returns the longest wait of the last
   * attempt, ms, if every attempt had a longer one than allowed
   */
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

/**
 * Processor time of the server's main thread so far, ms; on other systems than Linux, the time of the clock.
 */
function workedMs({ pid }: Server): number {
  if (process.platform !== 'linux') return performance.now()
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1_000_000
}
