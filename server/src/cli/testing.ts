import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type EmbeddedDatabase, startEmbedded } from '../database/embedded.ts'
import { type Connection, openPool, openRoot, type Root } from '../database/open.ts'
import { leftOpen } from './left-open.ts'
import { runCommand } from './run.ts'

/** Runs a command as the operator does. @returns its exit code, and all that it has printed to either stream */
export async function command(env: NodeJS.ProcessEnv, ...args: string[]) {
  const output = new PassThrough({ encoding: 'utf8' })
  // Taken as it comes: the stream by itself holds no more than some pages.
  const printed = text(output)
  const code = await runCommand(args, { env, stdin: Readable.from([]), stdout: output, stderr: output })
  output.end()
  return { code, text: await printed }
}

/** The database of the run, as settings name it. */
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

/** An empty database of the test file's own, which runs beside the commands. */
export async function openInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'artel-command-'))
  // As root the database runs under another account, which must get in.
  await chmod(dataDir, 0o755)
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
