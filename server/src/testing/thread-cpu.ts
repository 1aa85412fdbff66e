import { readFileSync } from 'node:fs'

/** Newer Node tells it; its types here are older. */
type Telling = { threadCpuUsage?: () => { user: number; system: number } }

/**
 * Ms for which this thread has had a processor: other work on the machine does not count, nor do other threads of the
 * process. Where no system tells it, the time that has passed.
 */
export function threadCpuMs(): number {
  const { threadCpuUsage } = process as Telling
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
