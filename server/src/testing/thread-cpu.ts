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
