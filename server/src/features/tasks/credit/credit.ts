import { type Ledger, ledgers } from '@artel/contract/ledger/ledger.line'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import type { Refusals } from '../../../errors/do-each.ts'
import { ApiError } from '../../../errors/errors.ts'
import { notifyGiven, type Posting, postGroups, reverseSources } from '../../ledger/ledger.ts'
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

function postingsOf(task: LockedTask, approved_by: number): Posting[] {
  const { id, user_id } = task
  if (user_id === null) return []
  const credit = creditOf(task)
  const source = { type: 'task', id } as const
  const rest = { user_id, kind: 'task', approved_by, comment: null, source, key: `task:${id}:done` } as const
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
