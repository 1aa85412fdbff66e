import type { Answer } from './client.ts'

/** A quarter of the values are smaller. Other work of the machine lengthens some calls, so more than a median would. */
const lowerQuartile = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN

/**
 * Asks in turns, A B C A B C …, so that a machine whose speed drifts favours none.
 * @returns all answers, and how much the slowest takes of the time of the fastest, by their lower quartiles
 */
export async function compareTimes(
  rounds: number,
  asks: readonly ((round: number) => Promise<Answer>)[],
): Promise<{ answers: Answer[]; ratio: number }> {
  const times: number[][] = asks.map(() => [])
  const answers: Answer[] = []
  for (let round = 0; round < rounds; round++) {
    for (const [index, ask] of asks.entries()) {
      const begun = performance.now()
      answers.push(await ask(round))
      times[index]?.push(performance.now() - begun)
    }
  }
  const usual = times.map(lowerQuartile)
  return { answers, ratio: Math.max(...usual) / Math.min(...usual) }
}
