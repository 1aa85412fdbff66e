import type { Root } from '../../database/connection/open.ts'
import { consumeAttempts, type Limit } from '../../limits/tries.ts'

const daySeconds = 86_400

/**
 * People who may be notified in a day by mass notifications. A company of 1,000 people can notify all of them
 * 30 times. Each kind has its own count, so that pushes do not block instructions.
 */
const limits = {
  push: { name: 'people told by pushes a day', most: 30_000, seconds: daySeconds },
  instruction_to_read: { name: 'people told of instructions a day', most: 30_000, seconds: daySeconds },
} satisfies Record<string, Limit>

/**
 * Counts the people of a mass notification, because each gets a notification and a copy on each device. One
 * mass notification a day may go to more people than the limit.
 * @param root the transaction of the notifications; if it fails, nobody is counted
 * @throws LimitError
 */
export function countTold(
  root: Root,
  companyId: number,
  kind: keyof typeof limits,
  people: number,
): Promise<void> {
  const limit = limits[kind]
  return consumeAttempts(root, [{ limit, subject: companyId, amount: Math.min(people, limit.most) }])
}
