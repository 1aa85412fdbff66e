import { fixedStatuses } from '@artel/contract/tasks/tasks.line'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { holdAccounts } from '../../ledger/ledger.ts'
import type { Loss } from '../../supplies/supplies.ts'
import { auditTasks } from '../tasks.audit.ts'
import { changeTask } from '../tasks.change.ts'
import { lockTasks } from '../tasks.queries.ts'
import { creditAnew } from './credit.ts'

/**
 * Takes pieces out of tasks that are in review or done, because scans of them were taken back or an inspection has
 * not found them. A done task is paid anew for the pieces that are left. Other tasks stay, which supplies count by
 * themselves.
 * @throws ApiError insufficient_coins; wrong_state if nobody may approve the new credit
 */
export async function recountTasks(db: Db, actor: Actor, losses: readonly Loss[]): Promise<void> {
  if (losses.length === 0) return
  const lossOf = new Map(losses.map(({ task_id, pieces }) => [task_id, pieces]))
  const locked = await lockTasks(db, [...lossOf.keys()])
  const tasks = locked.filter(({ status }) => fixedStatuses.includes(status))
  // All at once and in a fixed order, as every posting to several people does.
  await holdAccounts(
    db,
    tasks.map(({ user_id }) => user_id).filter((id) => id !== null),
  )
  for (const task of tasks) {
    const pieces = lossOf.get(task.id) ?? 0
    const counted = await changeTask(db, actor, task, 'recount', {
      quantity_done: Math.max(0, task.quantity_done - pieces),
      scanned: Math.max(0, (task.scanned ?? 0) - pieces),
    })
    if (task.status === 'done') await creditAnew(db, actor, counted)
  }
  await auditTasks(db, actor, 'update', tasks)
}
