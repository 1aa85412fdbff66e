import type { Company } from '@artel/contract/company/company'
import { weekdays } from '@artel/contract/company/company.line'
import type { FieldVersions } from '@artel/contract/shapes/primitives'
import type { Db } from '../../database/db.ts'

type Versioned = { version: number; field_versions: FieldVersions }

const companyRow = (db: Db) =>
  db
    .company()
    .select(['id', 'name', 'address', 'phone', 'email', 'logo', 'is_active', 'timezone', 'version'])
    .select(['working_hours_from', 'working_hours_to', 'working_days', 'before_workday_end', 'settings'])
    .select(['first_break_from', 'first_break_to', 'second_break_from', 'second_break_to'])
    .select(['lunch_from', 'lunch_to'])

// A constraint fixes the length of the array at seven, so each weekday has a value.
export const namedDays = (days: readonly boolean[]): Company['working_days'] =>
  Object.fromEntries(weekdays.map((name, index) => [name, days[index]])) as Company['working_days']

export async function findCompany(db: Db): Promise<Company> {
  const { working_days, ...row } = await companyRow(db).executeTakeFirstOrThrow()
  return { ...row, working_days: namedDays(working_days) }
}

/** Locks the row until the transaction ends. Rows that refer to the company can still be written. */
export async function lockCompany(db: Db): Promise<Company & Versioned> {
  const { working_days, ...row } = await companyRow(db)
    .select('field_versions')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { ...row, working_days: namedDays(working_days) }
}

/** Writes all fields of the company, except those that only the operator of the installation changes. */
export async function updateCompanyRow(
  db: Db,
  { id: _, is_active: __, working_days, ...fields }: Company,
  version: Versioned,
): Promise<void> {
  const days = weekdays.map((name) => working_days[name])
  await db.updateCompany({ ...fields, ...version, working_days: days })
}
