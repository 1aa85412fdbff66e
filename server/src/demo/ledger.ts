import { creditShare } from '@artel/contract/tasks/task-credit'
import { sql } from 'kysely'
import type { Db, Draft } from '../database/db.ts'
import { closeDays, judgeWaiting, maxEvents } from '../features/achievements/achievements.ts'
import type { Random } from './random.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const batchSize = 500

type Entry = Draft<'ledger_entries'>
type Ledger = Entry['ledger']

/** The days of the month with a payout. */
const paydays = [5, 20]

const thanks = [
  ['За порядок на складе', 50_000, 30],
  ['Наставник месяца', 150_000, 100],
  ['Ни одного возврата за неделю', 0, 60],
  ['Помощь на приёмке', 30_000, 0],
  ['Идея, которая сократила путь', 100_000, 80],
] as const

/**
 * Inserts the ledger entries and achievements of the demo in the order of time: credits of done tasks,
 * occasional rewards, and payouts twice a month. Users visit the shop in between. Triggers derive the
 * balances from the entries.
 */
export async function insertLedger(
  db: Db,
  random: Random,
  lead: number,
  at: Date,
  visitShop: (at: number) => Promise<void>,
): Promise<void> {
  const tasks = await db
    .from('tasks')
    .select(['id', 'user_id', 'finished_at', 'money', 'coins', 'quantity', 'quantity_done', 'priced_by'])
    .where('status', '=', 'done')
    .where('user_id', 'is not', null)
    .orderBy('finished_at')
    .execute()
  const waiting: Entry[] = []
  const unpaid = new Map<number, number>()
  const firstAt = Date.parse(tasks[0]?.finished_at ?? at.toISOString())
  let day = firstAt - (firstAt % dayMs)
  // The time of the shop visit, the closing of the day and the judging: 09:00 UTC of the next day.
  let noon = day + dayMs + 9 * hourMs
  let judgedUntil = new Date(0).toISOString()
  /**
   * Adds everything up to an instant except task credits: rewards and payouts at the end of a day, shop
   * visits, and achievements by the rules.
   */
  const goTo = async (instant: number) => {
    for (; Math.min(day + dayMs, noon) <= instant; ) {
      if (day + dayMs <= noon) {
        waiting.push(...(await settleDay(db, random, lead, new Date(day), unpaid)))
        day += dayMs
      } else {
        await insertEntries(db, waiting.splice(0))
        await visitShop(noon)
        const until = new Date(noon).toISOString()
        await closeDays(db, until)
        await judgeStretch(db, { from: judgedUntil, until })
        judgedUntil = until
        if (noon < firstAt + 3 * dayMs) await analyze(db)
        noon += dayMs
      }
    }
  }
  for (const task of tasks) {
    const { user_id, finished_at, priced_by } = task
    if (user_id === null || finished_at === null) continue
    await goTo(Date.parse(finished_at))
    const [money, coins] = [creditShare(task.money, task), creditShare(task.coins, task)]
    waiting.push(...creditsOf({ id: task.id, money, coins, user_id, priced_by, finished_at }))
    unpaid.set(user_id, (unpaid.get(user_id) ?? 0) + money)
  }
  await goTo(at.getTime())
  await insertEntries(db, waiting)
  await judgeStretch(db, { from: judgedUntil, until: at.toISOString() })
}

async function insertEntries(db: Db, entries: readonly Entry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += batchSize) {
    await db.insert('ledger_entries', entries.slice(from, from + batchSize)).execute()
  }
}

/** Without this the planner does not know the new rows, and reads whole tables instead of using an index. */
const analyze = (db: Db) => db.query(sql`analyze tasks, accounts, ledger_entries, achievement_events`)

/** Judges the events of a span, as the job would have done then. */
async function judgeStretch(db: Db, stretch: { from: string; until: string }): Promise<void> {
  while ((await judgeWaiting(db, stretch)) === maxEvents);
}

type Done = {
  id: number
  user_id: number
  priced_by: number
  money: number
  coins: number
  finished_at: string
}

const creditsOf = ({ id, user_id, priced_by, money, coins, finished_at }: Done): Entry[] =>
  Object.entries({ money, coins })
    .filter(([, amount]) => amount > 0)
    .map(([ledger, amount]) => ({
      // One of the two ledgers above.
      ledger: ledger as Ledger,
      user_id,
      amount,
      kind: 'task',
      source_type: 'task',
      source_id: id,
      key: `task:${id}:done`,
      created_by: user_id,
      approved_by: priced_by,
      created_at: finished_at,
    }))

/** The end of a day: an occasional reward, and payouts to everybody on paydays. */
async function settleDay(
  db: Db,
  random: Random,
  lead: number,
  day: Date,
  unpaid: Map<number, number>,
): Promise<Entry[]> {
  const created_at = new Date(day.getTime() + 16 * hourMs).toISOString()
  const people = [...unpaid.keys()]
  const rewards =
    people.length > 0 && random.isWithin(0.25) ? await thank(db, random, lead, created_at, unpaid) : []
  if (!paydays.includes(day.getUTCDate())) return rewards
  const payouts = people
    // Whole hundreds of roubles. The rest waits for the next payout.
    .map((user_id) => ({ user_id, amount: Math.floor((unpaid.get(user_id) ?? 0) / 10_000) * 10_000 }))
    .filter(({ amount }) => amount > 0)
  for (const { user_id, amount } of payouts) unpaid.set(user_id, (unpaid.get(user_id) ?? 0) - amount)
  const source = { source_type: 'posting', source_id: await drawNumber(db) } as const
  return [
    ...rewards,
    ...payouts.map(({ user_id, amount }) => ({
      ledger: 'money' as const,
      user_id,
      amount: -amount,
      kind: 'payout' as const,
      ...source,
      created_by: lead,
      approved_by: lead,
      created_at,
    })),
  ]
}

/** The number of a posting, drawn from the same sequence as in the ledger. */
async function drawNumber(db: Db): Promise<number> {
  const [row] = await db.query(
    sql<{ number: number }>`select nextval(pg_get_serial_sequence('ledger_entries', 'id')) as number`,
  )
  return row!.number // a statement without a table has one row
}

async function thank(
  db: Db,
  random: Random,
  lead: number,
  created_at: string,
  unpaid: Map<number, number>,
): Promise<Entry[]> {
  const user_id = random.pick([...unpaid.keys()])
  const [title, money, coins] = random.pick(thanks)
  const created = { created_by: lead, created_at }
  const { id } = await db
    .insert('rewards', { user_id, title, money, coins, ...created })
    .returning('id')
    .executeTakeFirstOrThrow()
  unpaid.set(user_id, (unpaid.get(user_id) ?? 0) + money)
  const shared = {
    user_id,
    kind: 'reward',
    source_type: 'reward',
    source_id: id,
    key: `reward:${id}`,
  } as const
  const given: Entry[] = [
    { ledger: 'money', amount: money, ...shared, ...created, approved_by: lead },
    { ledger: 'coins', amount: coins, ...shared, ...created, approved_by: lead },
  ]
  return given.filter(({ amount }) => amount > 0)
}
