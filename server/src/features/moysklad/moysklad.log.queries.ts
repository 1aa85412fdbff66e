import type { Db, Draft } from '../../database/db.ts'

/** MoySklad id of the only organization that becomes a legal entity; null: all do. */
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

// The columns take JSON text, because the driver would turn a JavaScript array into a PostgreSQL array.
const asJson = (changes: object, failures: object) =>
  ({ changes: JSON.stringify(changes), failures: JSON.stringify(failures) }) as unknown as Required<
    Pick<Draft<'moysklad_log'>, 'changes' | 'failures'>
  >
