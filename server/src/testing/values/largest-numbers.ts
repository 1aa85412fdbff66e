import { sql, type Transaction } from 'kysely'
import type { Root, Tables } from '../../database/connection/open.ts'

type Column = { owner: string; name: string; type: string; checks: string | null }

// Columns that count or measure: in no key, no foreign key, and not generated from other columns.
const numberColumns = sql<Column>`
  select owner.relname as owner, own.attname as name, format_type(own.atttypid, null) as type, (
    select string_agg(pg_get_constraintdef(oid), ' ') from pg_constraint
    where conrelid = owner.oid and contype = 'c' and own.attnum = any (conkey)
  ) as checks
  from pg_class as owner
  join pg_attribute as own on own.attrelid = owner.oid and own.attnum > 0 and not attisdropped
  where owner.relnamespace = 'public'::regnamespace and owner.relkind = 'r'
    and own.atttypid in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'numeric'::regtype)
    and own.attidentity = '' and own.attgenerated = '' and own.attname not in ('company_id', 'timezone')
    and own.attname !~ '_id$|_by$'
    and not exists (
      select from pg_constraint
      where conrelid = owner.oid and contype in ('p', 'f', 'u') and own.attnum = any (conkey)
    )
    and exists (select from pg_attribute where attrelid = owner.oid and attname = 'company_id')
  order by 1, 2`

const largestOf: Record<string, string> = {
  smallint: '32767',
  integer: '2147483647',
  bigint: '9223372036854775807',
  numeric: '1e40',
}

/**
 * Candidate limits of a column: the numbers in its constraints and the maximum of its type, the largest
 * first.
 */
const candidatesOf = ({ type, checks }: Column): string[] => {
  const named = [...(checks ?? '').matchAll(/\d+/g)].map(([digits]) => digits)
  const largest = largestOf[type] ?? '0'
  return [...new Set([largest, ...named])].sort((one, other) => Number(other) - Number(one))
}

/** Runs `work` in a transaction in which no trigger of ours fires. Locks all tables. */
export const pastTriggers = <T>(
  root: Root,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> =>
  root.transaction().execute(async (transaction) => {
    const switchAll = (way: 'disable' | 'enable') =>
      sql`do $$ declare owner regclass; begin
        for owner in select distinct tgrelid::regclass from pg_trigger
          join pg_class on pg_class.oid = tgrelid and relnamespace = 'public'::regnamespace
        loop execute format('alter table %s ${sql.raw(way)} trigger user', owner); end loop;
      end $$`.execute(transaction)
    await switchAll('disable')
    const result = await work(transaction)
    await switchAll('enable')
    return result
  })

/**
 * Raises each number of all rows to the largest value that the constraints of its column allow. A number
 * below 0 becomes the smallest allowed value.
 * @param given values for columns that no constraint of their own limits
 * @returns the value of each column, as `table.column`; columns without values are left out
 */
export async function raiseNumbers(
  transaction: Transaction<Tables>,
  given: Readonly<Record<string, string>>,
): Promise<Map<string, string>> {
  const { rows: columns } = await numberColumns.execute(transaction)
  const raised = new Map<string, string>()
  // A column that another column limits is raised after that one, in the second round.
  for (const column of [...columns, ...columns]) {
    const key = `${column.owner}.${column.name}`
    const candidates = given[key] === undefined ? candidatesOf(column) : [given[key]]
    const reached = await raise(transaction, column, candidates)
    if (reached !== null) raised.set(key, reached)
  }
  return raised
}

async function raise(transaction: Transaction<Tables>, { owner, name }: Column, candidates: string[]) {
  const column = sql.ref(name)
  for (const candidate of candidates) {
    await sql`savepoint raising`.execute(transaction)
    const largest = sql.raw(candidate)
    const statement = sql`update ${sql.table(owner)}
      set ${column} = case when ${column} < 0 then -${largest} else ${largest} end where ${column} is not null`
    const done = await statement.execute(transaction).catch(() => null)
    await sql.raw(`${done ? 'release' : 'rollback to'} savepoint raising`).execute(transaction)
    if (done) return done.numAffectedRows ? candidate : null
  }
  return null
}

/** Inserts `times` copies of each row of a table with new ids. The table must have no unique columns. */
export async function copyRows(
  transaction: Transaction<Tables>,
  owner: keyof Tables,
  times: number,
): Promise<void> {
  const { rows } = await sql<{ names: string }>`
    select string_agg(quote_ident(attname), ', ') as names from pg_attribute
    where attrelid = ${owner}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'
  `.execute(transaction)
  const names = sql.raw(rows[0]?.names ?? '')
  await sql`insert into ${sql.table(owner)} (${names})
    select ${names} from ${sql.table(owner)} cross join generate_series(1, ${times}::int4)`.execute(
    transaction,
  )
}
