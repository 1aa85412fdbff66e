import { ledgers } from '@artel/contract/ledger.line'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { notifyGiven, type Posting, post, reverseSource } from '../../ledger/ledger.ts'
import type { LockedTask } from '../tasks.queries.ts'
import { creditOf } from '../tasks.rules.ts'

const sourceOf = ({ id }: LockedTask) => ({ type: 'task', id }) as const

/** Credits the assignee once for the pieces done. The task's row is locked. `approvedBy`: a user's id. */
export async function creditAssignee(
  db: Db,
  actor: Actor,
  task: LockedTask,
  approvedBy: number,
): Promise<void> {
  const { user_id } = task
  if (user_id === null) return
  const credit = creditOf(task)
  const source = sourceOf(task)
  const key = `task:${task.id}:done`
  const postings = ledgers.map(
    (ledger): Posting => ({
      ledger,
      user_id,
      amount: credit[ledger],
      kind: 'task',
      approved_by: approvedBy,
      comment: null,
      source,
      key,
    }),
  )
  await post(
    db,
    actor,
    postings.filter(({ amount }) => amount > 0),
  )
  await notifyGiven(db, actor, [{ user_id, ...credit }], 'task', task.title)
}

/** Reverses the credit of a done task. The task's row is locked. @throws ApiError insufficient_coins */
export async function reverseCredit(db: Db, actor: Actor, task: LockedTask): Promise<void> {
  const { user_id, title } = task
  if (task.status !== 'done' || user_id === null) return
  const taken = await reverseSource(db, actor, sourceOf(task), title)
  await notifyGiven(db, actor, [{ user_id, ...taken }], 'reversal', title)
}
