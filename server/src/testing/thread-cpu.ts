import { readFileSync } from 'node:fs'

/** Node 22 has no such function, unlike the version that the types describe. */
type OlderProcess = Partial<Pick<NodeJS.Process, 'threadCpuUsage'>>

/**
 * Ms for which this thread has had a processor: other work on the machine does not count, nor do other threads of the
 * process. Where no system tells it, the time that has passed.
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

/** Ms for which this thread has a processor until `work` is done, whatever comes of it. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const begun = threadCpuMs()
  try {
    await work()
  } catch {
    // A refusal takes its time, too.
  }
  return threadCpuMs() - begun
}

/**
 * The least of up to five measurements of the same work; the first that is below `enough` ends them. A collection of
 * garbage, or a machine that has to serve others, adds to some of the measurements and takes from none.
 */
export async function leastOf(enough: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 5 && least >= enough; turn += 1) least = Math.min(least, await measure())
  return least
}
