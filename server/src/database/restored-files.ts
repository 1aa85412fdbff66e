import { sql } from 'kysely'
import type pg from 'pg'
import { runUnderRestoreLock } from './backup-lock.ts'
import type { Root } from './connection/open.ts'

// The notes are in a separate schema, because a restore deletes everything in the schema `public`.
const table = 'restoring.files'

/**
 * Notes the keys of files that a restore adds to the storage, and of files whose rows `company delete` deletes. Each note
 * is committed before its file is added or its row is deleted. If the command is killed, the server reads the notes and
 * removes the files that no row names. A restore writes the notes on a second connection, because the transaction with
 * the tables is committed last.
 */
export class RestoredFiles {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  /** Call it under the lock of a restore. The notes of an earlier command stay. */
  static async open(client: pg.Client): Promise<RestoredFiles> {
    await client.query(`set idle_session_timeout = 0; create schema if not exists restoring;
      create table if not exists ${table} (key text primary key)`)
    return new RestoredFiles(client)
  }

  async add(...keys: string[]): Promise<void> {
    await this.#client.query(`insert into ${table} select unnest($1::text[]) on conflict do nothing`, [keys])
  }
}

/**
 * Deletes the notes of incomplete copies. Call it in the transaction that restores the tables: once it is committed, the
 * copies replace the files that the new rows name, and must not be removed.
 * @param keys of the incomplete copies
 */
export async function deleteFileRecords(client: pg.Client, keys: readonly string[]): Promise<void> {
  await client.query(`delete from ${table} where key = any($1)`, [keys])
}

/** Call it after a restore whose files are all in their places. */
export async function deleteAllFileRecords(client: pg.Client): Promise<void> {
  await client.query('drop schema if exists restoring cascade')
}

/** Keys of one step. A backup cannot begin while they are removed. */
const keysAtOnce = 100

/**
 * Passes the noted keys of restores that have ended to `remove`, then deletes their notes. Does nothing while a
 * restore or a backup runs.
 */
export async function clearRestoredFiles(
  root: Root,
  remove: (connection: Root, keys: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    isLeft = await runUnderRestoreLock(root, (connection) => clearSome(connection, remove), false)
  }
}

/** @returns whether more may be left */
async function clearSome(
  connection: Root,
  remove: (connection: Root, keys: readonly string[]) => Promise<void>,
): Promise<boolean> {
  const { rows: found } = await sql<{ has: boolean }>`
    select to_regclass(${table}) is not null as has`.execute(connection)
  if (!found[0]?.has) return false
  const { rows } = await sql<{ key: string }>`
    select key from ${sql.table(table)} order by key limit ${keysAtOnce}`.execute(connection)
  const keys = rows.map(({ key }) => key)
  if (keys.length === 0) {
    await sql`drop schema restoring cascade`.execute(connection)
    return false
  }
  await remove(connection, keys)
  await sql`delete from ${sql.table(table)} where key = any(${keys})`.execute(connection)
  return true
}
