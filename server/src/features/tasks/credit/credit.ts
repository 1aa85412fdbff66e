import { type Ledger, ledgers } from '@artel/contract/ledger/ledger.line'
import { type Actor, mayDecideFor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import type { Refusals } from '../../../errors/do-each.ts'
import { ApiError } from '../../../errors/errors.ts'
import {
  findEntriesOf,
  notifyGiven,
  type Posting,
  postGroups,
  replaceEntries,
  reverseSources,
} from '../../ledger/ledger.ts'
import { shorten } from '../../notifications/notifications.ts'
import type { LockedTask } from '../tasks.queries.ts'
import { creditOf } from '../tasks.rules.ts'

/** Throws the refusal of the only task, if it was refused. */
export function throwRefusal(refusals: Refusals): void {
  const [refusal] = refusals.values()
  if (refusal) throw refusal
}

/**
 * Credits each assignee once for the pieces done. The rows of the tasks are locked.
 * @param approverOf the id of the person who approves the credit
 */
export async function creditAssignees(
  db: Db,
  actor: Actor,
  tasks: readonly LockedTask[],
  approverOf: (task: LockedTask) => number,
): Promise<Refusals> {
  const groups = tasks.map((task) => postingsOf(task, approverOf(task)))
  const outcomes = await postGroups(db, actor, groups)
  return settle(
    db,
    actor,
    'task',
    tasks.map((task, index) => [task, outcomes[index] ?? creditOf(task)]),
  )
}

function postingsOf(task: LockedTask, approved_by: number, event = 'done'): Posting[] {
  const { id, user_id } = task
  if (user_id === null) return []
  const credit = creditOf(task)
  const source = { type: 'task', id } as const
  const key = `task:${id}:${event}`
  const rest = { user_id, kind: 'task', approved_by, comment: null, source, key } as const
  return ledgers
    .map((ledger) => ({ ...rest, ledger, amount: credit[ledger] }))
    .filter(({ amount }) => amount > 0)
}

/**
 * Reverses the credits of done tasks. The rows of the tasks are locked. A task whose coins have been spent
 * keeps its credit.
 */
export async function reverseCredits(db: Db, actor: Actor, tasks: readonly LockedTask[]): Promise<Refusals> {
  const paid = tasks.filter(({ status, user_id }) => status === 'done' && user_id !== null)
  const sources = paid.map(({ id, title }) => ({ id, comment: title }))
  const outcomes = await reverseSources(db, actor, 'task', sources)
  return settle(
    db,
    actor,
    'reversal',
    paid.map((task, index) => [task, outcomes[index] ?? nothing]),
  )
}

/**
 * Reverses the credit of a done task and posts it anew for the pieces that are done now. A ledger whose entry an
 * owner has reversed by hand stays without one. The row of the task is locked.
 * @param counted the task after its pieces were counted anew
 * @throws ApiError insufficient_coins; wrong_state if neither the actor nor the approver of the credit may
 * approve it now
 */
export async function creditAnew(db: Db, actor: Actor, counted: LockedTask): Promise<void> {
  const { id, title, user_id, version } = counted
  const credit = creditOf(counted)
  const standing = await findEntriesOf(db, { type: 'task', id })
  const entries = standing.filter(({ ledger, amount }) => amount !== credit[ledger])
  const [first] = entries
  if (!first || user_id === null) return
  const approved_by = await approverOf(db, actor, user_id, first.approved_by)
  const anew = postingsOf(counted, approved_by, `recount:${version}`).filter(({ ledger }) =>
    entries.some((entry) => entry.ledger === ledger),
  )
  await replaceEntries(db, actor, { entries, anew, approved_by, comment: title })
  const sums = { ...nothing }
  for (const { ledger, amount } of entries) sums[ledger] = credit[ledger] - amount
  await settle(db, actor, 'reversal', [[counted, sums]])
}

/** The actor if they may decide on the pay of the person, or else who approved it before, if they still may. */
async function approverOf(db: Db, actor: Actor, userId: number, before: number | null): Promise<number> {
  if (mayDecideFor(actor, userId)) return actor.userId
  const query = db
    .from('users')
    .select(['id as userId', 'type'])
    .where('id', '=', before ?? 0)
  const approver = await query.executeTakeFirst()
  if (!approver || !mayDecideFor(approver, userId)) throw new ApiError('wrong_state')
  return approver.userId
}

type Sums = Record<Ledger, number>
const nothing: Sums = { money: 0, coins: 0 }

/** Notifies each person once of what all their tasks have brought. @returns the tasks that were refused */
async function settle(
  db: Db,
  actor: Actor,
  kind: 'task' | 'reversal',
  outcomes: readonly (readonly [LockedTask, Sums | ApiError])[],
): Promise<Refusals> {
  const refusals = new Map<number, ApiError>()
  const given = new Map<number, { titles: string[]; sums: Sums }>()
  for (const [{ id, title, user_id }, outcome] of outcomes) {
    if (outcome instanceof ApiError) refusals.set(id, outcome)
    else if (user_id !== null && ledgers.some((ledger) => outcome[ledger] !== 0)) {
      const { titles, sums } = given.get(user_id) ?? { titles: [], sums: nothing }
      titles.push(title)
      given.set(user_id, {
        titles,
        sums: { money: sums.money + outcome.money, coins: sums.coins + outcome.coins },
      })
    }
  }
  const news = [...given].map(([user_id, { titles, sums }]) => ({
    user_id,
    reason: shorten(titles.join(', ')),
    count: titles.length,
    ...sums,
  }))
  await notifyGiven(db, actor, news, kind)
  return refusals
}
