import { sql } from 'kysely'
import { checks } from '../../cli/checks.ts'
import type { Root } from '../../database/connection/open.ts'

/** Names of the checks of `verify` that find a fault in a company. */
export async function faultsOf(root: Root, companyId: number): Promise<string[]> {
  const found: string[] = []
  for (const { name, sql: query } of checks) {
    const rows =
      await sql`select from (${sql.raw(query)}) as faulty where company_id = ${companyId} limit 1`.execute(
        root,
      )
    if (rows.rows.length > 0) found.push(name)
  }
  return found
}
