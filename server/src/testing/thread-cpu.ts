import { readFileSync } from 'node:fs'

/** Node 22 lacks this function, although the types declare it. */
type OlderProcess = Partial<Pick<NodeJS.Process, 'threadCpuUsage'>>

/**
 * Ms of processor time that this thread has used. Other programs and other threads of the process do not
 * count. If the system does not tell it, the elapsed time.
 */
export function threadCpuMs(): number {
  const { threadCpuUsage }: OlderProcess = process
  if (threadCpuUsage) {
    const { user, system } = threadCpuUsage()
    return (user + system) / 1000
  }
  try {
    // proc(5): the first number is ns on a processor.
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

/** Ms of processor time that this thread uses until `work` ends, even if `work` fails. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const begun = threadCpuMs()
  try {
    await work()
  } catch {
    // A failed call takes time too.
  }
  return threadCpuMs() - begun
}

/**
 * The minimum of up to five measurements of the same work. Stops at the first below `enough`. Garbage
 * collection and other programs add to some measurements and reduce none.
 */
export async function leastOf(enough: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 5 && least >= enough; turn += 1) least = Math.min(least, await measure())
  return least
}
