import type { Company } from '@artel/contract/company/company'
import { weekdays } from '@artel/contract/company/company.line'
import type { WorkSchedule } from '@artel/contract/hours/work-time'
import { recordOf } from '@artel/contract/shapes/records'
import { sql } from 'kysely'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { findCompany, namedDays } from './company.queries.ts'

const times = [
  'working_hours_from',
  'working_hours_to',
  'first_break_from',
  'first_break_to',
  'second_break_from',
  'second_break_to',
  'lunch_from',
  'lunch_to',
] as const

const pickSchedule = (company: Company) => ({
  timezone: company.timezone,
  working_days: weekdays.map((name) => company.working_days[name]),
  ...recordOf(times, (name) => company[name]),
})

/**
 * Stores the previous schedule if the schedule changes, because work that has begun under it is still judged
 * by it. The caller must have locked the company row.
 */
export async function keepFormerSchedule(db: Db, before: Company, after: Company): Promise<void> {
  const former = pickSchedule(before)
  if (JSON.stringify(former) === JSON.stringify(pickSchedule(after))) return
  // If two changes happen in one millisecond, the schedule between them was never in force.
  await db
    .insert('former_schedules', { ...former, valid_until: nowIso() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type FormerRow = Omit<WorkSchedule, 'working_days'> & { place: number; working_days: boolean[] }

/** The schedules that were in force at these instants, in their order. */
export async function schedulesAt<const Instants extends readonly string[]>(
  db: Db,
  instants: Instants,
): Promise<{ [Place in keyof Instants]: WorkSchedule }> {
  const present = await findCompany(db)
  const rows = await db.query(sql<FormerRow>`
    select asked.place::int, former.timezone, former.working_days, ${sql.join(times.map((name) => sql.ref(`former.${name}`)))}
    from unnest(${[...instants]}::timestamptz[]) with ordinality as asked (at, place)
    cross join lateral (
      select * from former_schedules
      where company_id = ${db.companyId} and valid_until > asked.at
      order by valid_until limit 1
    ) as former`)
  const former = new Map(
    rows.map(({ place, working_days, ...row }) => [place, { ...row, working_days: namedDays(working_days) }]),
  )
  const found: WorkSchedule[] = instants.map((_, index) => former.get(index + 1) ?? present)
  return found as { [Place in keyof Instants]: WorkSchedule } // one per instant, in order
}
