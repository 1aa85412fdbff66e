import { sql } from 'kysely'
import { nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import type { OfCompany } from '../../jobs/each-company.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import { lockUsers } from '../users/users.ts'
import { notifyClosed, notifyEnd } from './hours.notifications.ts'
import { graceMinutes, lockOpenShiftRow } from './hours.queries.ts'
import { endForgotten } from './hours.ts'

/** Maximum shifts that one run of the job ends, in all companies and in one. The next run ends the rest. */
const most = { all: 1000, company: 100 }

type Forgotten = { company_id: number; id: number; user_id: number; deadline: string }

/**
 * Open shifts whose grace is over. `deadline`: the instant when it was over. The maximum for each company
 * keeps shifts that cannot be closed from blocking the shifts of other companies.
 */
export async function findForgotten(root: Root): Promise<Forgotten[]> {
  const { rows } = await sql<Forgotten>`
    select company_id, id, user_id, deadline from (
      select shifts.company_id, shifts.id, shifts.user_id,
        planned_ended_at + grace_minutes * interval '1 minute' as deadline,
        row_number() over (partition by shifts.company_id order by planned_ended_at, shifts.id) as place
      from shifts
      join companies on companies.id = shifts.company_id
      cross join lateral (select ${graceMinutes} as grace_minutes) as settled
      where ended_at is null and planned_ended_at + grace_minutes * interval '1 minute' <= ${nowIso()}::timestamptz
    ) as forgotten
    where place <= ${most.company} order by place, deadline limit ${most.all}`.execute(root)
  return rows
}

/** Ends the shift of a person who forgot to clock out, and asks them to confirm the end. */
export async function closeForgotten(db: Db, { id, user_id, deadline }: Forgotten): Promise<void> {
  await lockUsers(db, [user_id])
  const open = await lockOpenShiftRow(db, user_id)
  // The person has clocked out meanwhile.
  if (open?.id !== id) return
  await endForgotten(db, open, deadline)
  await notifyClosed(db, open)
}

/**
 * Maximum shifts that one job announces the end of. Their rows are locked until it commits, so that none of
 * these people can clock out meanwhile.
 */
const maxAnnounced = 50

type Ending = { id: number; user_id: number; day: string; minutes: number }

/** Shifts of staff whose working day is about to end, and who were not notified. Skips planned ends in the past. */
const endingAt = (at: string) => sql`
  shifts
  join companies on companies.id = shifts.company_id
  join users on users.company_id = shifts.company_id and users.id = shifts.user_id
  where users.type = 'staff' and shifts.ended_at is null and not is_end_told
    and planned_ended_at > ${at}::timestamptz
    and planned_ended_at - before_workday_end * interval '1 minute' <= ${at}::timestamptz`

async function findEnding(root: Root): Promise<OfCompany[]> {
  const { rows } = await sql<OfCompany>`
    select distinct shifts.company_id from ${endingAt(nowIso())}`.execute(root)
  return rows
}

/**
 * Notifies each person on shift once that the working day is about to end. Skips locked shifts, because these
 * people are clocking out; the next run reads them again.
 * @returns whether there may be more of them
 */
export async function notifyEnds(db: Db): Promise<boolean> {
  const at = nowIso()
  const rows = await db.query(sql<Ending>`
    with ending as (
      select shifts.company_id, shifts.id from ${endingAt(at)} and shifts.company_id = ${db.companyId}
      order by shifts.id limit ${maxAnnounced} for update of shifts skip locked
    )
    update shifts set is_end_told = true from ending
    where shifts.company_id = ending.company_id and shifts.id = ending.id
    returning shifts.id, shifts.user_id, shifts.day,
      ceil(extract(epoch from planned_ended_at - ${at}::timestamptz) / 60)::int as minutes`)
  for (const row of rows) await notifyEnd(db, row, row.minutes)
  return rows.length === maxAnnounced
}

// One job for each shift, so that a shift that cannot be closed keeps no other shift open.
const closing = jobKind<Forgotten>('close-forgotten-shift')
// One job for each company, so that a company in which it fails keeps no other company uninformed.
const announcing = jobKind<OfCompany>('tell-workday-end-of-company', { isOnce: true })

export const hoursJobs = () => [
  registerJob(jobKind('close-forgotten-shifts'), {
    effect: 'database',
    everySeconds: 60,
    run: async ({ root }) => {
      for (const row of await findForgotten(root)) {
        await queueJob(root, closing, row, { key: `${row.id} ${row.deadline}` })
      }
    },
  }),
  registerJob(closing, {
    effect: 'database',
    run: ({ payload, companyDb }) => closeForgotten(companyDb(payload.company_id), payload),
  }),
  registerJob(jobKind('tell-workday-end'), {
    effect: 'database',
    everySeconds: 60,
    run: async ({ root }) => {
      for (const company of await findEnding(root)) await queueJob(root, announcing, company)
    },
  }),
  registerJob(announcing, {
    effect: 'database',
    // A new job, so that each part of a company commits by itself and other companies run in between.
    run: async ({ root, payload, companyDb }) => {
      if (await notifyEnds(companyDb(payload.company_id))) await queueJob(root, announcing, payload)
    },
  }),
]
