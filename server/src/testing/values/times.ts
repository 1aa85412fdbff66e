import type { Answer } from '../client.ts'

/** The lower quartile. Other programs slow down some calls, and they distort a median more. */
const lowerQuartile = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN

/**
 * Sends requests in turns, A B C A B C …, so that a drift of the machine's speed affects all equally.
 * @returns all answers, and the ratio of the slowest to the fastest, by their lower quartiles
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
