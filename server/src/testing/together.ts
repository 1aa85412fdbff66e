import type { Answer } from './client.ts'

/** Does something so many times at once. */
export const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** How many answers of each kind came: by status, and by the code where they refuse. */
export function countAnswers(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { statusCode, body } of answers) {
    const key = [statusCode, body.code].filter(Boolean).join(' ')
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}
