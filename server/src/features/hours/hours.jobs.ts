import { sql } from 'kysely'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import { lockUsers } from '../users/users.ts'
import { notifyClosed, notifyEnd } from './hours.notifications.ts'
import { graceMinutes, lockOpenShiftRow } from './hours.queries.ts'
import { endForgotten } from './hours.ts'

/** Maximum shifts that one run of the job ends, in all companies and in one. The next run ends the rest. */
const most = { all: 1000, company: 100 }

type Forgotten = { company_id: number; id: number; user_id: number; deadline: string }
type CompanyDb = (companyId: number) => Db

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

type Ending = { company_id: number; id: number; user_id: number; day: string; minutes: number }

/** Notifies staff on shift, once, that the working day is about to end. Skips planned ends in the past. */
export async function notifyEnds(root: Root, companyDb: CompanyDb): Promise<void> {
  const at = nowIso()
  const { rows } = await sql<Ending>`
    update shifts set is_end_told = true
    from companies, users
    where companies.id = shifts.company_id and users.company_id = shifts.company_id and users.id = shifts.user_id
      and users.type = 'staff' and shifts.ended_at is null and not is_end_told
      and planned_ended_at > ${at}::timestamptz
      and planned_ended_at - before_workday_end * interval '1 minute' <= ${at}::timestamptz
    returning shifts.company_id, shifts.id, shifts.user_id, shifts.day,
      ceil(extract(epoch from planned_ended_at - ${at}::timestamptz) / 60)::int as minutes`.execute(root)
  for (const row of rows) await notifyEnd(companyDb(row.company_id), row, row.minutes)
}

// One job for each shift, so that a shift that cannot be closed keeps no other shift open.
const closing = jobKind<Forgotten>('close-forgotten-shift')

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
    run: ({ root, companyDb }) => notifyEnds(root, companyDb),
  }),
]
