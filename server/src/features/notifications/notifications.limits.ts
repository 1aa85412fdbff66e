import type { Root } from '../../database/open.ts'
import { type Limit, takeTries } from '../../http/tries.ts'

const daySeconds = 86_400

/**
 * People who may be told in a day by what tells many at once. A company of 1,000 people can tell all of them 30 times.
 * Each kind has a count of its own, so that pushes keep nobody from instructions.
 */
const limits = {
  push: { name: 'people told by pushes a day', most: 30_000, seconds: daySeconds },
  instruction_to_read: { name: 'people told of instructions a day', most: 30_000, seconds: daySeconds },
} satisfies Record<string, Limit>

/**
 * Counts people who are to be told at once, because each gets a notification and a copy on each device. Of more people
 * than may be told in a day, one such telling a day is let through.
 * @param root the transaction in which they are told: where that fails, nobody is counted
 * @throws LimitError
 */
export function countTold(
  root: Root,
  companyId: number,
  kind: keyof typeof limits,
  people: number,
): Promise<void> {
  const limit = limits[kind]
  return takeTries(root, [{ limit, subject: companyId, amount: Math.min(people, limit.most) }])
}
