import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { threadCpuMs } from './thread-cpu.ts'

/** The number of turns of the event loop until `work` is done. */
export async function countTurns(work: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false]
  const ended = () => {
    isOver = true
  }
  void work.then(ended, ended)
  for (; !isOver; turns += 1) await new Promise((resume) => setImmediate(resume))
  return turns
}

/**
 * The longest processor time of this thread in one turn of the event loop until `work` is done, ms. Garbage
 * collections are left out: how long they take depends on all that the test process has in its memory, and on other
 * programs, for whose processors their threads wait. The tests of whole server processes measure them.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const collections = new Collections()
  const turns: Turn[] = []
  let isOver = false
  const ended = () => {
    isOver = true
  }
  let [begun, before] = [performance.now(), threadCpuMs()]
  void work().then(ended, ended)
  while (!isOver) {
    await new Promise((resume) => setImmediate(resume))
    const [ends, now] = [performance.now(), threadCpuMs()]
    if (now - before > shortMs) turns.push({ begun, ends, ms: now - before })
    ;[begun, before] = [ends, now]
  }
  const collected = await collections.end()
  return turns.reduce((longest, turn) => Math.max(longest, turn.ms - msWithin(turn, collected)), 0)
}

/** Shorter turns are not kept, because an idle process has many thousands of them in a second. */
const shortMs = 1

/** Times since the start of the process, ms. */
type Turn = { begun: number; ends: number; ms: number }

const msWithin = ({ begun, ends }: Turn, collected: readonly PerformanceEntry[]) =>
  collected
    .filter(({ startTime }) => begun <= startTime && startTime < ends)
    .reduce((sum, { duration }) => sum + duration, 0)

/** The garbage collections of this thread, from now until `end`. */
class Collections {
  readonly #seen: PerformanceEntry[] = []
  readonly #observer = new PerformanceObserver((list) => {
    this.#seen.push(...list.getEntries())
  })

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] })
  }

  async end(): Promise<PerformanceEntry[]> {
    // Node reports a collection in a later turn.
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resume) => setImmediate(resume))
    this.#seen.push(...this.#observer.takeRecords())
    this.#observer.disconnect()
    return this.#seen
  }
}
