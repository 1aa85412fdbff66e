/** How often the event loop has come round until `work` is done. */
export async function countTurns(work: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false]
  const ended = () => {
    isOver = true
  }
  void work.then(ended, ended)
  for (; !isOver; turns += 1) await new Promise((resume) => setImmediate(resume))
  return turns
}
