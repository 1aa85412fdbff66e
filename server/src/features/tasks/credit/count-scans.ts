import { unfinishedStatuses } from '@artel/contract/tasks/tasks.line'
import type { Actor } from '../../../access/actor.ts'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { ApiError } from '../../../errors/errors.ts'
import { giveToTask, lockScans } from '../../supplies/supplies.ts'
import { auditTasks } from '../tasks.audit.ts'
import { changeTask } from '../tasks.change.ts'
import { toLead } from '../tasks.policy.ts'
import { getTask, lockTask } from '../tasks.ts'

/**
 * Counts scans that no task counts into the task of the person who made them, up to its quantity. A task that was
 * not started is paused from then on.
 * @returns the counted pieces
 * @throws ApiError not_found; forbidden; wrong_state if the task is finished, or packs no product of a supply, or
 * is nobody's
 */
export async function countScans(db: Db, actor: Actor, taskId: number): Promise<number> {
  const { supply_id } = await getTask(db, actor, taskId)
  // Before the task, in the order of a scan.
  if (supply_id !== null) await lockScans(db, supply_id)
  const task = toLead(actor, await lockTask(db, actor, taskId))
  const { id, user_id, product_id, quantity, quantity_done, scanned } = task
  const isOpen = unfinishedStatuses.includes(task.status) && task.supply_id === supply_id
  if (!isOpen || user_id === null || supply_id === null || product_id === null)
    throw new ApiError('wrong_state')
  const pieces = await giveToTask(db, { id, user_id, supply_id, product_id }, quantity - quantity_done)
  if (pieces === 0) return 0
  const counts = { quantity_done: quantity_done + pieces, scanned: (scanned ?? 0) + pieces }
  const begun = task.status === 'open' && ({ status: 'paused', started_at: nowIso() } as const)
  await changeTask(db, actor, task, 'recount', { ...counts, ...begun })
  await auditTasks(db, actor, 'update', [task])
  db.announce({ entity: 'supply', id: supply_id, action: 'update' }, 'everyone')
  return pieces
}
