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

/** The longest processor time of this thread in one turn of the event loop until `work` is done, ms. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false]
  const ended = () => {
    isOver = true
  }
  let before = threadCpuMs()
  void work().then(ended, ended)
  while (!isOver) {
    await new Promise((resume) => setImmediate(resume))
    const now = threadCpuMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  return longest
}
