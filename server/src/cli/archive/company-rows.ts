import type pg from 'pg'
import { CommandError } from '../command.ts'
import { listTables, type Table } from './schema.ts'

/** What ties a browser to the address of one installation, where nobody else may use it. It does not move. */
const ofInstallation = new Set(['sessions', 'mailed_links', 'push_devices', 'push_deliveries'])

/** The column that names the company of a row. @returns undefined if the rows do not move with a company */
export function companyColumn({ name, columns }: Pick<Table, 'name' | 'columns'>): string | undefined {
  if (ofInstallation.has(name)) return undefined
  if (name === 'companies') return 'id'
  return columns.includes('company_id') ? 'company_id' : undefined
}

/** SQL that is true for the rows of a table that move with a company. */
export function isOfCompany(table: Table, companyId: number): string {
  const column = companyColumn(table)
  return column ? `${column} = ${companyId}` : 'false'
}

/**
 * All tables, each after the tables that it refers to. References that are checked at the commit do not count, and
 * neither do those of a table to itself.
 */
export async function listParentsFirst(client: pg.Client): Promise<Table[]> {
  const { rows: references } = await client.query<{ child: string; parent: string }>(`
    select distinct child.relname as child, parent.relname as parent from pg_constraint k
    join pg_class child on child.oid = k.conrelid
    join pg_class parent on parent.oid = k.confrelid
    where k.connamespace = 'public'::regnamespace and k.contype = 'f' and not k.condeferrable
      and k.conrelid <> k.confrelid`)
  const waiting = await listTables(client)
  const ordered: Table[] = []
  while (waiting.length > 0) {
    const left = new Set(waiting.map(({ name }) => name))
    const at = waiting.findIndex(
      ({ name }) => !references.some(({ child, parent }) => child === name && left.has(parent)),
    )
    if (at < 0) throw new Error(`The tables ${[...left].join(', ')} refer to each other in a circle`)
    ordered.push(...waiting.splice(at, 1))
  }
  return ordered
}

export type FoundCompany = { name: string; is_active: boolean; is_leaving: boolean }

/** @throws CommandError if there is no such company */
export async function findCompany(client: pg.Client, companyId: number): Promise<FoundCompany> {
  const { rows } = await client.query<FoundCompany>(
    // Of a row as JSON, because a database of an earlier version lacks the column.
    `select name, is_active, to_jsonb(company)->>'deleting_since' is not null as is_leaving
    from companies as company where id = $1`,
    [companyId],
  )
  const [company] = rows
  if (!company) throw new CommandError(`There is no company ${companyId}`)
  return company
}

/**
 * Turns off what guards single rows and derives others from them, because all rows of a company are handled together.
 * References that can wait are checked later. Both end with the transaction, or by `handleRowsAgain`.
 */
export const handleWholeCompany = (client: pg.Client) =>
  client.query(`set local artel.whole_company = 'on'; set constraints all deferred`)

/** Turns everything on again, and checks the references that have waited. */
export const handleRowsAgain = (client: pg.Client) =>
  client.query(`set constraints all immediate; set local artel.whole_company = 'off'`)
