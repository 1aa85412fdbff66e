import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, copyFile, open, readFile, stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment, identityOf, run } from './account.ts'
import { type Address, chooseAddress, dropSocketFolder, isForeign, readLock } from './address.ts'
import { clusterOf } from './cluster.ts'
import { isAlive } from './draft.ts'
import { EmbeddedDatabaseError, messageOf } from './errors.ts'
import type { Home } from './home.ts'

const LOG_LIMIT_BYTES = 10_000_000
/** Interval at which the owner of a running server looks at the size of its log, ms. */
export const logCheckMs = 600_000
const STOP_LIMIT_MS = 60_000
// Errors that pass: another server is running, ending or has just ended here.
const PASSING =
  /lock file .* (already exists|is empty)|could not create lock file|shared memory block|in use|shutting down/
const isWindows = process.platform === 'win32'

/** A postmaster that this process launched. It may run, or have exited because another one runs. */
export type Launch = {
  child: ChildProcess
  address: Address
  logFile: string
  logStart: number
  failure: string | undefined
}

/** Passed at each start and not stored in the cluster, so a newer Artel uses its own settings. */
function settingsFor(address: Address): string[] {
  const where = isWindows
    ? ['listen_addresses=127.0.0.1']
    : ['listen_addresses=', `unix_socket_directories=${address.host}`, 'unix_socket_permissions=0700']
  return [
    ...where,
    `port=${address.port}`,
    'max_connections=100',
    'shared_buffers=128MB',
    'jit=off',
    'fsync=on',
    'full_page_writes=on',
    'synchronous_commit=on',
    'password_encryption=scram-sha-256',
    'timezone=UTC',
    'log_timezone=UTC',
    'lc_messages=C',
    'logging_collector=off',
    'log_destination=stderr',
    // Statements and values that violate a constraint are personal data, so PostgreSQL does not log them. The
    // product logs what it needs. `log` omits ERROR, because LOG ranks above ERROR in this setting, and many
    // refusals are expected. LOG (start and end), FATAL and PANIC are kept. Errors of autovacuum are omitted too.
    'log_checkpoints=off',
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
    'log_min_messages=log',
  ].flatMap((setting) => ['-c', setting])
}

/** @param port the previous port, so that clients which know it find the server again */
export async function launch(home: Home, logFile: string, port?: number): Promise<Launch> {
  const cluster = clusterOf(home.path)
  const address = await chooseAddress(home.path, home.account, port)
  const settings = settingsFor(address)
  const lock = await readLock(cluster)
  // The variable tells PostgreSQL that a lock is stale. It was made for pg_ctl, and PostgreSQL still checks
  // the shared memory.
  const stale = lock && (await isForeign(lock, cluster)) ? { PG_GRANDPARENT_PID: String(lock.pid) } : {}
  const bin = path.join(home.binaries.directory, 'bin')
  // PostgreSQL does not run with an administrator's rights on Windows, and pg_ctl drops them.
  const [program, args] = isWindows
    ? ['pg_ctl.exe', ['start', '-w', '-D', cluster, '-l', logFile, '-o', settings.join(' ')]]
    : ['postgres', ['-D', cluster, ...settings]]
  const log = await openLog(logFile)
  const logStart = (await log.stat()).size
  const child = spawn(path.join(bin, program), args, {
    ...identityOf(home.account),
    cwd: path.parse(bin).root,
    // A process group of its own, because Ctrl-C in a terminal must not stop it before our requests end.
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

/** Why the server ended, in PostgreSQL's words, and whether another attempt may succeed. */
export async function diagnose(launched: Launch): Promise<{ reason: string; isPassing: boolean }> {
  if (launched.failure) return { reason: launched.failure, isPassing: false }
  const log = await readFile(launched.logFile)
  // A log that was emptied since the launch begins with lines of this launch.
  const text = log.subarray(launched.logStart > log.length ? 0 : launched.logStart).toString()
  // Another process may write to the same file. Its lines have another pid.
  const ours = text.split('\n').filter((line) => isWindows || line.includes(`[${launched.child.pid}]`))
  const reason = ours.findLast((line) => /FATAL|PANIC/.test(line)) ?? text.trim().split('\n').at(-1) ?? ''
  return {
    reason: reason.replace(/^.*?(?:FATAL|PANIC): +/, '') || 'it ended without a word',
    isPassing: launched.child.signalCode !== null || PASSING.test(reason),
  }
}

/** Fast shutdown: PostgreSQL ends all sessions, and committed data is on disk. */
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
  await boundLog(file)
  const log = await open(file, 'a', 0o600)
  await chmod(file, 0o600)
  return log
}

/**
 * Moves the lines of a long log to `FILE.1`. The file itself stays, because a running server writes to it, always at
 * its end. Lines that are written at that moment may be lost.
 */
async function boundLog(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size <= LOG_LIMIT_BYTES) return
  await copyFile(file, `${file}.1`)
  await truncate(file)
}

/** @returns a function that ends it */
export function keepLogBounded(file: string): () => void {
  // A failure, such as a full disk, leaves the log until the next time.
  const timer = setInterval(() => void boundLog(file).catch(() => {}), logCheckMs)
  timer.unref()
  return () => clearInterval(timer)
}
