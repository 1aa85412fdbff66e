import type { Answer } from './client.ts'

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/**
 * Asks in turns, A B C A B C …, so that a machine whose speed drifts favours none.
 * @returns all answers, and how much the slowest takes of the time of the fastest, by their medians
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
  const medians = times.map(median)
  return { answers, ratio: Math.max(...medians) / Math.min(...medians) }
}
