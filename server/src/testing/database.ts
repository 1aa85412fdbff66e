import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { makeOpenFolder } from '../cli/open-folder.ts'
import { withClient } from '../database/connection/client.ts'
import type { Connection } from '../database/connection/open.ts'
import { startEmbedded } from '../database/embedded/embedded.ts'
import { migrate } from '../database/migrate.ts'

/** A migrated database for one run: on the server of TEST_DATABASE_URL, or an embedded server. */
export async function openTestDatabase(): Promise<{ connection: Connection; close(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) {
    // A run that starts soon after this one must not find its attempts used up.
    await withClient(url, async (client) => {
      await migrate(client)
      await client.query('delete from tries')
    })
    return { connection: url, close: async () => {} }
  }
  const folder = await makeOpenFolder('artel-test-')
  const embedded = await startEmbedded(folder, { log: () => {} })
  await withClient(embedded.connection, migrate)
  const close = async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { connection: embedded.connection, close }
}

/** Runs `work` on a separate connection to a test database, which is deleted afterwards. */
export async function withTestDatabase(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const { connection, close } = await openTestDatabase()
  try {
    await withClient(connection, work)
  } finally {
    await close()
  }
}

/** SQLSTATE of PostgreSQL: the role may not do this. */
const insufficientPrivilege = '42501'
/** SQLSTATE of PostgreSQL: somebody is connected to the database. */
const objectInUse = '55006'
const hasState = (error: unknown, state: string) => error instanceof pg.DatabaseError && error.code === state

/**
 * Creates a database in the cluster of TEST_DATABASE_URL. `template`: the name of the database that it copies. Nobody
 * may be connected to that one.
 * @returns undefined if there is no such cluster, or if the role of TEST_DATABASE_URL may not create databases
 */
export async function createDatabase(template = 'template1') {
  const url = process.env.TEST_DATABASE_URL
  if (!url) return undefined
  const name = `artel_${randomBytes(8).toString('hex')}`
  try {
    await withClient(url, (client) => client.query(`create database ${name} template ${template}`))
  } catch (error) {
    if (hasState(error, insufficientPrivilege)) return undefined
    throw error
  }
  // The class `URL` cannot read an address with a user and without a host, which libpq allows.
  const connection = url.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${name}`)
  return { name, connection, drop: () => dropDatabase(url, name) }
}

/**
 * PostgreSQL itself waits five seconds until all connections are closed, and ends an autovacuum. On a busy machine a
 * connection takes longer to close. `drop database … with (force)` fails if the autovacuum is of another role.
 */
async function dropDatabase(url: string, name: string, tries = 6): Promise<void> {
  try {
    await withClient(url, (client) => client.query(`drop database ${name}`))
  } catch (error) {
    if (!hasState(error, objectInUse) || tries === 1) throw error
    await dropDatabase(url, name, tries - 1)
  }
}
