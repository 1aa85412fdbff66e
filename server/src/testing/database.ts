import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type pg from 'pg'
import { makeOpenFolder } from '../cli/open-folder.ts'
import { withClient } from '../database/client.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import type { Connection } from '../database/open.ts'

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

/** The same server with another database. The address may lack a host, so it is no URL for `URL`. */
const withDatabase = (url: string, name: string): string =>
  url.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, (_, server: string) => `${server}${name}`)

const nameNew = () => `artel_${randomBytes(8).toString('hex')}`

/** SQLSTATE: the role may create no database. */
const forbidden = '42501'
/** SQLSTATE: somebody is still connected to the database. */
const inUse = '55006'
const isError = (error: unknown, code: string) => (error as { code?: unknown }).code === code

/**
 * A migrated database without rows on the server of TEST_DATABASE_URL, for `copyDatabase`.
 * @returns undefined without this server, or if its role may create no databases
 */
export async function makeModelDatabase(): Promise<{ url: string; remove(): Promise<void> } | undefined> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return undefined
  const url = withDatabase(server, nameNew())
  try {
    await createDatabase(server, url)
  } catch (error) {
    if (isError(error, forbidden)) return undefined
    throw error
  }
  await withClient(url, migrate)
  return { url, remove: () => dropDatabase(server, url) }
}

/**
 * Copies a database that nobody is connected to, on the server of TEST_DATABASE_URL. A copy costs less than the start
 * of a new cluster.
 */
export async function copyDatabase(model: string): Promise<{ url: string; remove(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL ?? ''
  const url = withDatabase(server, nameNew())
  await createDatabase(server, url, ` template ${nameOf(model)}`)
  return { url, remove: () => dropDatabase(server, url) }
}

const nameOf = (url: string): string => /^\w+:\/\/[^/]*\/([^?]*)/.exec(url)?.[1] ?? ''

const createDatabase = (server: string, url: string, options = '') =>
  withClient(server, (client) => client.query(`create database ${nameOf(url)}${options}`))

/**
 * Without `force`, which may not end the vacuum that the superuser runs. PostgreSQL ends it and waits five seconds for
 * connections that are closing. On a busy machine they may take longer.
 */
async function dropDatabase(server: string, url: string, tries = 6): Promise<void> {
  try {
    await withClient(server, (client) => client.query(`drop database ${nameOf(url)}`))
  } catch (error) {
    if (!isError(error, inUse) || tries === 1) throw error
    await dropDatabase(server, url, tries - 1)
  }
}
