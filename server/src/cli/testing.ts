import { rm } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type Connection, openPool, openRoot, type Root } from '../database/connection/open.ts'
import { type EmbeddedDatabase, startEmbedded } from '../database/embedded/embedded.ts'
import { leftOpen } from './left-open.ts'
import { listKnown, runWithin } from './migrations.ts'
import { makeDataFolder, type Prepared } from './prepared.ts'
import { runCommand } from './run.ts'

/**
 * Runs a command like the operator does. @returns its exit code, and the output of both streams without the line that
 * names the database
 */
export async function command(env: NodeJS.ProcessEnv, ...args: string[]) {
  const { code, text } = await rawCommand(env, ...args)
  return { code, text: text.replace(/^database .*, media in .*\n/m, '') }
}

/** The same with all output. */
export async function rawCommand(env: NodeJS.ProcessEnv, ...args: string[]) {
  const output = new PassThrough({ encoding: 'utf8' })
  // Read at once, because the stream buffers only a few pages.
  const printed = text(output)
  const code = await runCommand(args, { env, stdin: Readable.from([]), stdout: output, stderr: output })
  output.end()
  return { code, text: await printed }
}

/** The environment with the settings for a database. */
export function envOf(connection: Connection): NodeJS.ProcessEnv {
  const SECRET_KEY = 'a key for the tests, long enough to be one'
  if (typeof connection === 'string') return { DATABASE_URL: connection, SECRET_KEY }
  const { host, port, user, password, database } = connection
  const place = new URLSearchParams({ host, port: String(port) })
  return { DATABASE_URL: `postgres://${user}:${password}@localhost/${database}?${place}`, SECRET_KEY }
}

export type Installation = Pick<EmbeddedDatabase, 'connection'> & {
  dataDir: string
  env: NodeJS.ProcessEnv
  root: Root
  close(): Promise<void>
}

/** Copies a prepared data folder and starts its database, which runs until the test file ends. */
export async function openInstallation(prepared: Prepared = 'empty'): Promise<Installation> {
  const dataDir = await makeDataFolder(prepared)
  const { connection, stop } = await startEmbedded(dataDir, { log: () => {} })
  const root = openRoot(openPool(connection, () => {}, 10_000))
  const close = async () => {
    await root.destroy()
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const installation = { dataDir, env: { DATA_DIR: dataDir }, root, close, connection }
  leftOpen.push(close)
  return installation
}

/** An empty installation as the version before the migration `first` would have left it. */
export async function openOlder(first: string) {
  const installation = await openInstallation()
  const client = new pg.Client(installation.connection)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('create table migrations (name text primary key, applied_at timestamptz default now())')
  const known = await listKnown()
  const migrate = (isWanted: (name: string) => boolean) => runWithin(client, known.filter(isWanted))
  await migrate((name) => name < first)
  /** Runs the other migrations. */
  const update = () => migrate((name) => name >= first)
  return { installation, client, update }
}
