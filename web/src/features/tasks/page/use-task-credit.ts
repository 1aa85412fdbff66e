import type { Task } from '@artel/contract/tasks/tasks'
import { useCall } from '../../../api/cache/query.ts'
import { useUser } from '../../../api/session/session.ts'
import type { Worth } from '../../../ui/page/use-worth-words.ts'

/** Filter for the ledger lists: only entries that the task caused. */
export const entriesOf = ({ id }: Pick<Task, 'id'>) => ({ source_type: 'task', source_id: id }) as const

type Totals = { in: number; out: number } | null | undefined
const sumOf = (totals: Totals): number | null => (totals ? totals.in - totals.out : null)

/**
 * The net credit of a done task, without what was reversed,
 * for people who may see its entries; null while unknown.
 */
export function useTaskCredit(task: Task): Worth | null {
  const me = useUser()
  const enabled = task.status === 'done' && maySeeCredit(task, me)
  const input = { query: { limit: 1 }, body: entriesOf(task) }
  const money = sumOf(useCall('money.list', input, { enabled }).data?.totals)
  const coins = sumOf(useCall('coins.list', input, { enabled }).data?.totals)
  return money === null || coins === null ? null : { money, coins }
}

/** The assignee and admins may see it. */
export const maySeeCredit = (
  { user_id }: Pick<Task, 'user_id'>,
  me: Pick<ReturnType<typeof useUser>, 'id' | 'type'>,
): boolean => user_id !== null && (me.type !== 'staff' || user_id === me.id)
