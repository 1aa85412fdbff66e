import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, open, readFile, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment, identityOf, run } from './account.ts'
import { type Address, chooseAddress, dropSocketFolder, isForeign, readLock } from './address.ts'
import { clusterOf } from './cluster.ts'
import { isAlive } from './draft.ts'
import { EmbeddedDatabaseError, messageOf } from './errors.ts'
import type { Home } from './home.ts'

const LOG_LIMIT_BYTES = 10_000_000
const STOP_LIMIT_MS = 60_000
// Another server lives, ends or has just ended here.
const PASSING =
  /lock file .* (already exists|is empty)|could not create lock file|shared memory block|in use|shutting down/
const isWindows = process.platform === 'win32'

/** A postmaster that we launched: it may run, or have ended because another one runs. */
export type Launch = {
  child: ChildProcess
  address: Address
  logFile: string
  logStart: number
  failure: string | undefined
}

/** Given at each start and not written into the cluster, so that a newer Artel brings its own. */
function settingsFor(address: Address): string[] {
  const where = isWindows
    ? ['listen_addresses=127.0.0.1']
    : ['listen_addresses=', `unix_socket_directories=${address.host}`, 'unix_socket_permissions=0700']
  return [
    ...[...where, `port=${address.port}`, 'max_connections=100', 'shared_buffers=128MB', 'jit=off'],
    ...['fsync=on', 'full_page_writes=on', 'synchronous_commit=on', 'password_encryption=scram-sha-256'],
    ...['timezone=UTC', 'log_timezone=UTC', 'lc_messages=C'],
    ...['logging_collector=off', 'log_destination=stderr'],
    // Statements and the values that broke a constraint are people's data; the product logs what it needs.
    ...['log_checkpoints=off', 'log_error_verbosity=terse', 'log_min_error_statement=panic'],
  ].flatMap((setting) => ['-c', setting])
}

/** @param port where it listened before, so that whoever knows it finds it again */
export async function launch(home: Home, logFile: string, port?: number): Promise<Launch> {
  const cluster = clusterOf(home.path)
  const address = await chooseAddress(home.path, home.account, port)
  const settings = settingsFor(address)
  const lock = await readLock(cluster)
  // PostgreSQL's own way to be told that a lock is stale, made for pg_ctl: it still checks the shared memory.
  const stale = lock && (await isForeign(lock, cluster)) ? { PG_GRANDPARENT_PID: String(lock.pid) } : {}
  const bin = path.join(home.binaries.directory, 'bin')
  // pg_ctl drops an administrator's rights, with which PostgreSQL does not run on Windows.
  const [program, args] = isWindows
    ? ['pg_ctl.exe', ['start', '-w', '-D', cluster, '-l', logFile, '-o', settings.join(' ')]]
    : ['postgres', ['-D', cluster, ...settings]]
  const log = await openLog(logFile)
  const logStart = (await log.stat()).size
  const child = spawn(path.join(bin, program), args, {
    ...identityOf(home.account),
    cwd: path.parse(bin).root,
    // A group of its own: Ctrl-C in a terminal must not end it before our requests are done.
    detached: true,
    env: { ...cleanEnvironment(), ...stale },
    stdio: isWindows ? 'ignore' : ['ignore', log.fd, log.fd],
    windowsHide: true,
  })
  const launched: Launch = { child, address, logFile, logStart, failure: undefined }
  child.on('error', (error) => (launched.failure = messageOf(error)))
  child.unref()
  await log.close()
  return launched
}

export function hasEnded({ child, failure }: Launch): boolean {
  if (isWindows && child.exitCode === 0) return false
  return failure !== undefined || child.exitCode !== null || child.signalCode !== null
}

/** Why it ended, in PostgreSQL's words, and whether another attempt may go better. */
export async function diagnose(launched: Launch): Promise<{ reason: string; isPassing: boolean }> {
  if (launched.failure) return { reason: launched.failure, isPassing: false }
  const text = (await readFile(launched.logFile)).subarray(launched.logStart).toString()
  // Another process may be writing to the same file, whose lines carry another pid.
  const ours = text.split('\n').filter((line) => isWindows || line.includes(`[${launched.child.pid}]`))
  const reason = ours.findLast((line) => /FATAL|PANIC/.test(line)) ?? text.trim().split('\n').at(-1) ?? ''
  return {
    reason: reason.replace(/^.*?(?:FATAL|PANIC): +/, '') || 'it ended without a word',
    isPassing: launched.child.signalCode !== null || PASSING.test(reason),
  }
}

/** Fast shutdown: sessions are ended, what was committed is on disk. */
export async function endPostmaster(home: Home): Promise<void> {
  const cluster = clusterOf(home.path)
  const lock = await readLock(cluster)
  if (!lock) return
  if (isWindows) {
    await run(
      path.join(home.binaries.directory, 'bin', 'pg_ctl.exe'),
      ['kill', 'INT', String(lock.pid)],
      undefined,
    )
  } else if (isAlive(lock.pid)) {
    process.kill(lock.pid, 'SIGINT')
  }
  const deadline = Date.now() + STOP_LIMIT_MS
  while ((await readLock(cluster))?.pid === lock.pid && isAlive(lock.pid)) {
    if (Date.now() > deadline)
      throw new EmbeddedDatabaseError('PostgreSQL was asked to end and did not within a minute')
    await sleep(20)
  }
  await dropSocketFolder(lock)
}

async function openLog(file: string) {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LOG_LIMIT_BYTES) await rename(file, `${file}.1`)
  const log = await open(file, 'a', 0o600)
  await chmod(file, 0o600)
  return log
}
