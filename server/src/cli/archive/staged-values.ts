import { companySettings } from '@artel/contract/company/company'
import { line } from '@artel/contract/shapes/primitives'
import pg from 'pg'
import { z } from 'zod'
import { maxOfCall } from '../../database/queries/row-budget.ts'
import { exactSum } from '../../database/queries/sums.ts'
import { ArchiveError } from './manifest.ts'
import { staged } from './schema.ts'

/**
 * Refuses rows in the temporary tables that fit their tables, but that no call writes, and that would make the database
 * or a statement over all companies fail. The archive may come from anybody, and the other companies share both.
 * @param tables the tables that have a temporary table
 * @throws ArchiveError
 */
export async function refuseStagedValues(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const { name, number, columns } of await listChecked(client, tables)) {
    const conditions = columns.map((column) =>
      refusals[column.kind](pg.escapeIdentifier(column.name), number),
    )
    const { rows } = await client.query<Record<string, boolean | null>>(
      `select ${conditions.map((condition, at) => `${condition} as c${at}`).join(', ')} from ${staged(name)}`,
    )
    const at = columns.findIndex((_, place) => rows[0]?.[`c${place}`])
    if (at >= 0) throw refusal(`${name}.${columns[at]?.name}`)
  }
  await refuseCard(client)
  if (tables.includes('multimedia')) await refuseUsage(client, tables)
}

const refusal = (place: string) => new ArchiveError(`no call writes such a value: ${place}`)

/** Half of the numbers that JavaScript can count. All companies get their next ids after the greatest one. */
const maxId = 2 ** 52
/** Three of them can be added, of whole tables. */
const maxSum = 2n ** 61n

type Kind = 'id' | 'date' | 'amount' | 'text'

/** SQL that is true if one of the values in a column is refused. `number`: the last id that the database has given. */
const refusals: Record<Kind, (column: string, number: string) => string> = {
  id: (column, number) => `max(${column}) > greatest(${maxId}, ${number})`,
  // Other years do not have four digits, and a sum with an interval may be beyond the range of the type.
  date: (column) => `bool_or(not (${column} >= '0001-01-01' and ${column} <= '9999-12-31'))`,
  amount: (column) => `${exactSum(`abs(${column}::numeric)`)} > ${maxSum}`,
  // A call refuses to read a longer value. A job that parses one blocks the process for everybody.
  text: (column) => `max(length(${column}::text)) > ${maxOfCall}`,
}

type Checked = { name: string; number: string; columns: { name: string; kind: Kind }[] }

/**
 * Ids that a sequence gives, days and instants, the figures that one statement adds for all companies, and values of any
 * length.
 */
async function listChecked(client: pg.Client, tables: readonly string[]): Promise<Checked[]> {
  const { rows } = await client.query<Checked>(
    `
    with found as (
      select c.relname as name, a.attname, a.attnum, case
          when a.attidentity <> '' then 'id'
          when a.atttypid in ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype) then 'date'
          when a.atttypid = 'int8'::regtype and c.relname like 'stat\\_%' and a.attname !~ '(^|_)id$' then 'amount'
          when a.attlen = -1 then 'text'
        end as kind,
        pg_get_serial_sequence(format('public.%I', c.relname), a.attname) as sequence
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    )
    select name, coalesce(max('(select last_value from ' || sequence || ')'), '0') as number,
      json_agg(json_build_object('name', attname, 'kind', kind) order by attnum) as columns
    from found where kind is not null group by name order by name collate "C"`,
    [tables],
  )
  return rows
}

const card = z.object({ name: line(200), settings: companySettings })

/** The settings are read for all companies at once, and the name is printed on the operator's terminal. */
async function refuseCard(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select name, settings from ${staged('companies')}`)
  const { error } = card.safeParse(rows[0])
  if (error)
    throw new ArchiveError(`no call writes such a value: companies.${error.issues[0]?.path.join('.')}`)
}

/** What counts the media of a company and of its people, and by whom. */
const usages = [
  { name: 'media_usage', counted: '0', stored: '0' },
  { name: 'person_media_usage', counted: 'user_id', stored: 'created_by' },
]

/**
 * The job that deletes unused media handles all companies in one statement. The statement fails if the media of a company
 * take more bytes than its counter says.
 */
async function refuseUsage(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const { name, counted, stored } of usages) {
    const known = tables.includes(name) ? `select ${counted}, bytes from ${staged(name)}` : 'select 0, 0'
    const { rowCount } = await client.query(`
      with known (whose, bytes) as (${known}), found (whose, bytes) as (
        select ${stored}, ${exactSum('media_bytes(size, variants)')} from ${staged('multimedia')} group by 1
      )
      select from found left join known using (whose) where known.bytes is distinct from found.bytes`)
    if (rowCount) throw refusal(`${name}.bytes`)
  }
}
