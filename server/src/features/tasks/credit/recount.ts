import { fixedStatuses } from '@artel/contract/tasks/tasks.line'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { auditTasks } from '../tasks.audit.ts'
import { changeTask } from '../tasks.change.ts'
import { lockTasks } from '../tasks.queries.ts'
import { creditAnew } from './credit.ts'

/**
 * Takes pieces out of a task that is in review or done, because a scan of them was taken back. A done task is
 * paid anew for the pieces that are left. Does nothing to other tasks, which supplies count by themselves.
 * @throws ApiError insufficient_coins; wrong_state if nobody may approve the new credit
 */
export async function recountTask(db: Db, actor: Actor, id: number, pieces: number): Promise<void> {
  const [task] = await lockTasks(db, [id])
  if (!task || !fixedStatuses.includes(task.status)) return
  const counts = {
    quantity_done: Math.max(0, task.quantity_done - pieces),
    scanned: Math.max(0, (task.scanned ?? 0) - pieces),
  }
  const counted = await changeTask(db, actor, task, 'recount', counts)
  if (task.status === 'done') await creditAnew(db, actor, counted)
  await auditTasks(db, actor, 'update', [task])
}
