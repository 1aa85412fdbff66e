import type { Answer } from './client.ts'

/** Does `work` `count` times concurrently. */
export const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** The number of answers by status, and by code if it is a refusal. */
export function countAnswers(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { statusCode, body } of answers) {
    const key = [statusCode, body.code].filter(Boolean).join(' ')
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}
