import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { explain, OperatorError } from '../operator-error.ts'

const ownFolder = new URL('./migrations/', import.meta.url)

// Any number, as long as nothing else in this database takes the same.
const migrationLock = 7_304_111

// Below the patience of the calls that line up behind a migration that waits for a table.
const lockTimeout = '3s'

/** A database that this version cannot bring to its schema; it is as it was before. */
export class MigrationError extends OperatorError {}

/**
 * Brings the database to the newest schema, each migration in a transaction of its own. Two processes that
 * start at once take turns. @returns the names of the migrations that ran
 * @throws MigrationError where one fails, or the database has one that this version does not know
 */
export async function migrate(client: pg.ClientBase, folder = ownFolder): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  try {
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz(3) not null default now())',
    )
    const applied = await client.query<{ name: string }>('select name from migrations')
    const known = new Set(applied.rows.map((row) => row.name))
    const newer = [...known].find((name) => !files.includes(name))
    if (newer)
      throw new MigrationError(`The database is newer than this version: it has the migration ${newer}`)
    const missing = files.filter((name) => !known.has(name))
    for (const name of missing) await apply(client, folder, name)
    return missing
  } finally {
    // On a connection that was lost the lock is gone as well.
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
  }
}

async function apply(client: pg.ClientBase, folder: URL, name: string): Promise<void> {
  const statements = await readFile(new URL(name, folder), 'utf8')
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${lockTimeout}'`)
    await client.query(statements)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const reason = explain(error) ?? (error as Error).message // the driver throws nothing else
    throw new MigrationError(`The migration ${name} failed and was undone: ${reason}`, { cause: error })
  }
}
