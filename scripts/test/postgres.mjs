// @ts-check
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installFirst } from '../machine/debian.mjs'
import { run, start } from '../processes.mjs'

/** The folder of Debian's PostgreSQL programs, with a subfolder for each major version. */
const versions = '/usr/lib/postgresql'
const oldestVersion = 15
const startLimitMs = 60_000

const settings = [
  'listen_addresses=',
  // Like the embedded PostgreSQL.
  'jit=off',
  // A crash of the machine may lose test data, so PostgreSQL never waits for the disk.
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  // Nobody reads the log of the changes, so it is short.
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=4GB',
  'checkpoint_timeout=1d',
]

/**
 * The programs of the oldest installed PostgreSQL that is supported.
 * @param {string} [folder]
 * @returns {{ version: string, bin: string } | undefined}
 */
export function findPostgres(folder = versions) {
  if (!existsSync(folder)) return undefined
  const found = readdirSync(folder)
    .filter((name) => Number(name) >= oldestVersion && existsSync(join(folder, name, 'bin/initdb')))
    .sort((a, b) => Number(a) - Number(b))
  return found[0] ? { version: found[0], bin: join(folder, found[0], 'bin') } : undefined
}

/** Like `findPostgres`, but first installs Debian's package if no supported version is installed. */
export async function ensurePostgres() {
  if (!findPostgres() && process.platform === 'linux') await installFirst(['postgresql'])
  return findPostgres()
}

/**
 * `url` is the address of an empty database; `createDatabase` creates another and returns its address.
 * @typedef {{
 *   url: string,
 *   createDatabase: (name: string) => Promise<string>,
 *   dropDatabase: (name: string) => Promise<void>,
 *   stop: () => Promise<void>,
 * }} TestPostgres
 */

/**
 * Starts a separate cluster in a temporary folder, with a socket and no port.
 * @param {string} bin
 * @returns {Promise<TestPostgres>}
 * @throws Error with the output of PostgreSQL
 */
export async function startPostgres(bin) {
  const folder = mkdtempSync(join(tmpdir(), 'artel-postgres-'))
  const asPostgres = accountOf(folder)
  const cluster = join(folder, 'cluster')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  /** @param {string} program @param {string[]} args */
  const command = (program, ...args) => [...asPostgres, join(bin, program), ...args]
  const initdb = command('initdb', '-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8')
  const made = await runCommand([...initdb, '--locale=C.UTF-8', '--no-sync'])
  if (made.code !== 0) {
    remove()
    throw new Error(made.output)
  }
  const options = [`unix_socket_directories=${folder}`, ...settings].flatMap((setting) => ['-c', setting])
  const [file = '', ...args] = command('postgres', '-D', cluster, ...options)
  const server = start(file, args, { cwd: '/' })
  const stop = async () => {
    server.send('SIGINT')
    await server.ended
    remove()
  }
  const psql = command('psql', '-h', folder, '-U', 'postgres', '-q', '-v', 'ON_ERROR_STOP=1')
  /** @param {string[]} statements */
  const execute = (...statements) => runCommand([...psql, ...statements.flatMap((one) => ['-c', one])])
  /** @param {string} statement */
  const executeOrThrow = async (statement) => {
    const { code, output } = await execute(statement)
    if (code !== 0) throw new Error(output)
  }
  /** @param {string} name */
  const urlOf = (name) => `postgres://artel@/${name}?host=${folder}`
  const createDatabase = async (/** @type {string} */ name) => {
    await executeOrThrow(`create database ${name} owner artel`)
    return urlOf(name)
  }
  const dropDatabase = (/** @type {string} */ name) => executeOrThrow(`drop database ${name} with (force)`)
  for (const until = Date.now() + startLimitMs; ; await sleep(100)) {
    const { code, output } = await execute(
      'create role artel login createdb',
      'create database artel owner artel',
    )
    if (code === 0) return { url: urlOf('artel'), createDatabase, dropDatabase, stop }
    if (Date.now() < until) continue
    await stop()
    throw new Error(output)
  }
}

/**
 * PostgreSQL refuses to run as root. As root, gives the folder to PostgreSQL's account, and returns the
 * command that runs a program under it.
 * @param {string} folder
 */
function accountOf(folder) {
  if (userInfo().uid !== 0) return []
  const id = (/** @type {string} */ option) =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  chownSync(folder, id('-u'), id('-g'))
  chmodSync(folder, 0o755)
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']
}

/** @param {string[]} command */
const runCommand = ([file = '', ...args]) => run(file, args, { cwd: '/' })
