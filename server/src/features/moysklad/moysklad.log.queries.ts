import type { Db, Draft } from '../../database/db.ts'

/** Of which of theirs alone a legal entity is made; null: of all. */
export async function readOrganizationId(db: Db): Promise<string | null> {
  const row = await db.from('moysklad_connections').select('organization_id').executeTakeFirst()
  return row?.organization_id ?? null
}

export async function writeLog(db: Db, lines: readonly Draft<'moysklad_log'>[]): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map(({ changes = [], failures = [], ...line }) => ({
    ...line,
    ...asJson(changes, failures),
  }))
  await db.insert('moysklad_log', rows).execute()
}

// The columns take the lists as texts; a list of JavaScript would become one of PostgreSQL.
const asJson = (changes: object, failures: object) =>
  ({ changes: JSON.stringify(changes), failures: JSON.stringify(failures) }) as unknown as Required<
    Pick<Draft<'moysklad_log'>, 'changes' | 'failures'>
  >
