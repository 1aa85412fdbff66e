import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { explain } from '../../operator-error.ts'
import { withClient } from './client.ts'
import { DatabaseSetupError } from './errors.ts'
import { type Connection, poolSettings } from './open.ts'

// Any number that nothing else in this database uses as a lock key.
const roleLock = 7_304_115

/**
 * Stores the settings of a pool as settings of the role, because a pooler ignores those of its clients. Then checks that
 * the connections of the pooler have them.
 * @throws DatabaseSetupError
 */
export async function preparePooler(direct: Connection, pooled: Connection): Promise<void> {
  await withClient(direct, setUpRole)
  const wrong = await findOthers(pooled)
  if (wrong.length === 0) return
  throw new DatabaseSetupError(
    `The pooler in DATABASE_URL has connections without the settings of the role (${wrong.join(', ')}): give RECONNECT to its console, or restart it`,
  )
}

/** Several processes may start at the same time, and PostgreSQL refuses two changes of a role at once. */
async function setUpRole(client: pg.Client): Promise<void> {
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [roleLock])
  const { rows } = await client.query<{ settings: string[] }>(`
    select setconfig as settings from pg_db_role_setting
    where setrole = current_user::regrole
      and setdatabase = (select oid from pg_database where datname = current_database())`)
  const known = new Set(rows[0]?.settings.map((setting) => setting.toLowerCase()))
  for (const [name, value] of Object.entries(poolSettings)) {
    if (known.has(`${name}=${value}`.toLowerCase())) continue
    const { rows: statements } = await client.query<{ alter: string }>(
      `select format('alter role %I in database %I set %I = %L', current_user, current_database(), $1::text, $2::text) as alter`,
      [name, value],
    )
    for (const { alter } of statements) await client.query(alter)
  }
  await client.query('commit')
}

/** @returns the settings that its connection has otherwise. @throws DatabaseSetupError if it does not answer */
async function findOthers(pooled: Connection): Promise<string[]> {
  const client = new pg.Client({
    ...(typeof pooled === 'string' ? { connectionString: pooled } : pooled),
    application_name: 'artel',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      `select name from unnest($1::text[], $2::text[]) as wanted (name, value)
      where current_setting(name) <> value`,
      [Object.keys(poolSettings), Object.values(poolSettings)],
    )
    return rows.map(({ name }) => name)
  } catch (error) {
    const reason = explain(error) ?? String(error)
    throw new DatabaseSetupError(`The pooler in DATABASE_URL does not answer: ${reason}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A pooler refuses the options of a connection, which only a direct one may have. */
export const isRefusedByPooler = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('unsupported startup parameter')

/**
 * A pooler gives its clients numbers of its own in place of those of the server's processes. With a pooler that hands out
 * its connections by transaction, nothing that listens would hear.
 */
export async function warnOfPooler(client: pg.Client, log: FastifyBaseLogger): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { processID } = client as unknown as { processID: number } // the driver's types omit it
  if (rows[0]?.pid === processID) return
  log.warn(
    'DATABASE_URL seems to lead to a connection pooler. One that pools by transaction also needs DATABASE_DIRECT_URL',
  )
}
