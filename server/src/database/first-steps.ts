import type { FirstStepName } from '@artel/contract/first-steps/first-steps.names'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

// SQL for the first steps of a new company, because both the session and the list of the steps ask for them.

type Marked = 'tasks' | 'supplies' | 'products'
const marks = { tasks: 'task_id', supplies: 'supply_id', products: 'product_id' } as const

/**
 * Whether the company has such a row that is not of the example. Reads at most one row beyond those of the example.
 */
export const hasOwn = (table: Marked): RawBuilder<boolean> => sql<boolean>`exists (
  select from ${sql.table(table)} as own
  where own.company_id = companies.id ${table === 'products' ? sql`` : sql`and own.deleted_at is null`}
    and not exists (
      select from example_rows as mark
      where mark.company_id = own.company_id and ${sql.ref(`mark.${marks[table]}`)} = own.id
    )
)`

const done: Record<FirstStepName, RawBuilder<boolean>> = {
  company: sql`(companies.address is not null or companies.phone is not null or companies.email is not null)`,
  hours: sql`companies.working_hours_from is not null`,
  people: sql`exists (select from users where users.company_id = companies.id offset 1)`,
  products: hasOwn('products'),
  task: hasOwn('tasks'),
  supply: hasOwn('supplies'),
}

const isExampleIn = sql`exists (select from examples where examples.company_id = companies.id)`

/** Whether each of the steps is done. */
export async function findFirstSteps<Name extends FirstStepName>(
  db: Db,
  names: readonly Name[],
): Promise<{ name: Name; is_done: boolean }[]> {
  const rows = await db.query(sql<Record<Name, boolean>>`
    select ${sql.join(names.map((name) => sql`${done[name]} as ${sql.id(name)}`))}
    from companies where companies.id = ${db.companyId}`)
  return names.map((name) => ({ name, is_done: rows[0]?.[name] ?? false }))
}

/**
 * Whether the company is led, and one of the steps is still to be done. A company that is not led reads one row.
 * `removesExample`: the person may remove the example, for which they need the steps.
 */
export async function hasFirstSteps(
  db: Db,
  names: readonly FirstStepName[],
  removesExample: boolean,
): Promise<boolean> {
  const [row] = await db.query(sql<{ has: boolean }>`
    select is_led and not (${sql.join(
      names.map((name) => done[name]),
      sql` and `,
    )})${removesExample ? sql` or ${isExampleIn}` : sql``} as has
    from companies where companies.id = ${db.companyId}`)
  return row?.has ?? false
}
