import type { TaskBulk } from '@artel/contract/tasks/tasks.bulk'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { doEach } from '../../../errors/do-each.ts'
import { changedFields } from '../../../errors/stale.ts'
import { refuseUnfit } from '../tasks.policy.ts'
import { findTasks, type LockedTask } from '../tasks.queries.ts'
import { creditOf } from '../tasks.rules.ts'
import { judge } from '../tasks.ts'
import {
  type Outcome,
  productsFor,
  refusedOf,
  refusePerson,
  seenIn,
  toCancel,
  toDelete,
  toEdit,
  toSettle,
  wantedIds,
} from './bulk.ts'

type Effect = Outcome & { same: number; money: number; coins: number; people: number }

/**
 * What a bulk step would do now. Whether coins were already spent is known only when the step is done.
 * @throws ApiError as the step does
 */
export async function effectOf(db: Db, actor: Actor, bulk: TaskBulk): Promise<Effect> {
  await refusePerson(db, bulk)
  const ids = await wantedIds(db, actor, bulk)
  const tasks = ids.length === 0 ? [] : await findTasks(db, ids)
  const products = await productsFor(db, tasks, bulk)
  const seenOf = seenIn(bulk)
  const changes = async (task: LockedTask): Promise<boolean> => {
    switch (bulk.action) {
      case 'approve':
        return judge('approve', await toSettle(db, actor, task, seenOf))
      case 'delete':
        return Boolean(await toDelete(db, actor, task, seenOf))
      case 'cancel':
        return judge('cancel', await toCancel(db, actor, task, seenOf))
      default: {
        const { fields } = await toEdit(db, actor, task, bulk, products, seenOf)
        refuseUnfit(task, fields)
        return Object.keys(changedFields(task, fields)).length > 0
      }
    }
  }
  const { results, refusals } = await doEach(tasks, async (task) => ({ task, changes: await changes(task) }))
  const changed = results.filter((result) => result.changes).map(({ task }) => task)
  return {
    changed: changed.length,
    same: results.length - changed.length,
    refused: refusedOf(ids, tasks, refusals),
    ...postedBy(bulk, changed),
  }
}

/** What the step would post for these tasks. */
function postedBy({ action }: TaskBulk, tasks: readonly LockedTask[]) {
  const posting =
    action === 'approve' ? tasks : action === 'delete' ? tasks.filter(({ status }) => status === 'done') : []
  const credits = posting
    .map((task) => ({ ...creditOf(task), user_id: task.user_id }))
    .filter(({ money, coins }) => money > 0 || coins > 0)
  const total = (name: 'money' | 'coins') => credits.reduce((sum, credit) => sum + credit[name], 0)
  return {
    money: total('money'),
    coins: total('coins'),
    people: new Set(credits.map(({ user_id }) => user_id)).size,
  }
}
