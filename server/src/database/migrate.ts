import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { cutText } from '@artel/contract/shapes/storable'
import type pg from 'pg'
import { explain, OperatorError } from '../operator-error.ts'

const ownFolder = new URL('./migrations/', import.meta.url)

// Any number that nothing else in this database uses as a lock key.
const migrationLock = 7_304_111

// Shorter than the timeout of requests that queue behind a migration which waits for a table lock.
const lockTimeout = '3s'

/** The database cannot be migrated to the schema of this version. It is unchanged. */
export class MigrationError extends OperatorError {}

/** The first line of a migration that runs outside a transaction. */
const outsideTransaction = '-- outside a transaction\n'

/**
 * Statements that such a migration may contain, because an interrupted one can be repeated: they build and
 * drop indexes while others write. The first group is the name of the index.
 */
const repeatable = /^(?:create (?:unique )?index concurrently|drop index concurrently if exists) (\w+)\b/

/**
 * Migrates the database to the newest schema. Each migration runs in a transaction of its own, unless its
 * first line says otherwise. Processes that start at the same time wait for each other.
 * @returns the names of the migrations that ran
 * @throws MigrationError if one fails, or if the database has one that this version does not know
 */
export async function migrate(client: pg.ClientBase, folder = ownFolder): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  await lockMigrations(client)
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
    // If the connection was lost, the lock is released already.
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
  }
}

/**
 * Polls for the lock, because a concurrent index build waits for every session with a running statement, also
 * one that waits for a lock.
 */
async function lockMigrations(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      migrationLock,
    ])
    if (rows[0]?.isOurs) return
    await sleep(50)
  }
}

async function apply(client: pg.ClientBase, folder: URL, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8')
  if (text.startsWith(outsideTransaction)) await applyOutside(client, name, text)
  else await applyWithin(client, name, text)
}

async function applyWithin(client: pg.ClientBase, name: string, statements: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${lockTimeout}'`)
    await client.query(statements)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new MigrationError(`The migration ${name} failed and was undone: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

/** Runs each statement by itself. A statement ends with `;` at the end of a line. */
async function applyOutside(client: pg.ClientBase, name: string, text: string): Promise<void> {
  const statements = text
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.replace(/^\s*--.*$/gm, '').trim())
    .filter((statement) => statement !== '')
  try {
    for (const statement of statements) await applyAlone(client, statement)
    await client.query('insert into migrations (name) values ($1)', [name])
  } catch (error) {
    throw new MigrationError(`The migration ${name} failed and will begin anew: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

async function applyAlone(client: pg.ClientBase, statement: string): Promise<void> {
  const [, index] = repeatable.exec(statement) ?? []
  if (!index) throw new Error(`a transaction is needed for «${cutText(statement, 60)}»`)
  // PostgreSQL keeps an index whose creation was interrupted. It is marked invalid, and no query uses it.
  if (statement.startsWith('create')) await client.query(`drop index concurrently if exists ${index}`)
  await client.query(statement)
}

// The driver throws only instances of Error.
const reasonOf = (error: unknown): string => explain(error) ?? (error as Error).message
