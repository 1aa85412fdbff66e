import { type Company, type CompanySettings, weekdays } from '@artel/contract/company'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../http/errors.ts'
import { changesOf, writeAudit } from '../audit/audit.ts'
import { mergeSettings } from './settings.rules.ts'

export { dayEnd, dayStart } from '../../clock.ts'
export { mergeSettings } from './settings.rules.ts'

/** The company as its people see it. */
export async function getCompany(db: Db): Promise<Company> {
  const { working_days, ...row } = await db
    .company()
    .select(['id', 'name', 'address', 'phone', 'email', 'logo', 'is_active', 'timezone'])
    .select(['working_hours_from', 'working_hours_to', 'working_days', 'before_workday_end', 'settings'])
    .select(['first_break_from', 'first_break_to', 'second_break_from', 'second_break_to'])
    .select(['lunch_from', 'lunch_to'])
    .executeTakeFirstOrThrow()
  const days = weekdays.map((name, index) => [name, working_days[index]] as const)
  // A constraint holds the array at seven, so each weekday has its boolean.
  return { ...row, working_days: Object.fromEntries(days) as Company['working_days'] }
}

/** What the company has decided about tasks, with the defaults where it has not. */
export async function getTaskSettings(db: Db): Promise<{ require_review: boolean; staff_may_take: boolean }> {
  const { settings } = await db.company().select('settings').executeTakeFirstOrThrow()
  const { require_review = false, staff_may_take = true } = settings.tasks ?? {}
  return { require_review, staff_may_take }
}

/** Merges a patch into the company's settings; its row stays locked. @throws ApiError forbidden but for the owner */
export async function updateCompanySettings(
  db: Db,
  actor: Actor,
  patch: CompanySettings,
): Promise<CompanySettings> {
  if (actor.type !== 'owner') throw new ApiError('forbidden')
  const row = await db.company().select('settings').forUpdate().executeTakeFirstOrThrow()
  const settings = mergeSettings(row.settings, patch)
  await db.updateCompany({ settings, version: sql<number>`version + 1` })
  const changes = changesOf(row.settings, settings)
  if (Object.keys(changes.after).length > 0) {
    await writeAudit(db, actor, {
      action: 'settings_change',
      entity: 'company',
      id: db.companyId,
      ...changes,
    })
  }
  return settings
}
