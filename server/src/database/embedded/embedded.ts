import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, dropSocketFolder, readLock } from './address.ts'
import { removeOldBinaries } from './binaries.ts'
import { clusterOf, DATABASE, ROLE, readPassword } from './cluster.ts'
import { AlreadyRunningError, codeOf, EmbeddedDatabaseError, messageOf } from './errors.ts'
import { findHome, type Home, openHome } from './home.ts'
import { diagnose, endPostmaster, hasEnded, keepLogBounded, type Launch, launch } from './postmaster.ts'
import { enter, isAnswer, isAnswering, type Mode, type Presence, type ServerAddress } from './presence.ts'

export { AlreadyRunningError, EmbeddedDatabaseError }

export type EmbeddedDatabase = {
  /** `host` is the folder of the Unix socket, or loopback on Windows. The role is not a superuser. */
  connection: { host: string; port: number; user: string; password: string; database: string }
  /** True if the server was already running. */
  adopted: boolean
  /** True if this call created the cluster. */
  isFresh: boolean
  /** Stops the server, unless it belongs to another process. Close your own connections first. */
  stop(): Promise<void>
}

type Options = { log(message: string): void; mode?: Mode }

// A killed server may remain a zombie for some seconds, and its lock stays valid meanwhile.
const PATIENCE_MS = 20_000
const CANNOT_CONNECT_NOW = '57P03'

/**
 * Opens the PostgreSQL of a data folder and creates its cluster if there is none. With `own` (as `npm start`)
 * the caller owns the server until it stops it or exits. With `attach` (the CLI) the caller uses the running
 * server, or starts one for the duration of the command.
 * @throws AlreadyRunningError if another process owns the folder
 * @throws EmbeddedDatabaseError if a person can fix the cause
 */
export async function startEmbedded(dataDir: string, options: Options): Promise<EmbeddedDatabase> {
  const folder = path.resolve(dataDir)
  try {
    const home = await openHome(folder, options.log)
    return await openServer(home, folder, options)
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError || !(error instanceof Error) || !('syscall' in error))
      throw error
    throw new EmbeddedDatabaseError(`The database in ${folder} cannot be opened: ${error.message}`, {
      cause: error,
    })
  }
}

/** Whether a data folder has a database. Creates nothing. */
export const hasEmbedded = async (dataDir: string): Promise<boolean> =>
  (await findHome(path.resolve(dataDir))) !== undefined

async function openServer(home: Home, dataDir: string, options: Options): Promise<EmbeddedDatabase> {
  const password = await readPassword(home.path)
  const findServerAddress = async (): Promise<ServerAddress> => {
    const address = await readLock(clusterOf(home.path))
    if (!address?.host) throw new EmbeddedDatabaseError('PostgreSQL does not run')
    return { address, password, mode: options.mode ?? 'own', dataDir }
  }
  const logFile = path.join(dataDir, 'postgres.log')
  let known: Address | undefined
  const revive = options.mode === 'attach' ? async () => {} : reviver(home, logFile, () => known?.port)
  const join = () => enter(findServerAddress, revive, options.log)
  const { presence, adopted } = await joinOrLaunch(home, logFile, join)
  known = (await findServerAddress()).address
  const { host, port } = known
  if (!adopted) await removeOldBinaries(home.path, home.binaries)
  const isOurs = async () => ((options.mode ?? 'own') === 'own' || !adopted) && (await presence.mayEnd())
  const stop = async () => {
    if (!(await isOurs())) return presence.leave()
    // The lock file may outlive a killed server, and its pid may belong to another process by now.
    await presence.leave(async () => {
      const isRunning = await findServerAddress().then(isAnswering, () => false)
      if (isRunning) await endPostmaster(home)
    })
  }
  const leaveLog = (options.mode ?? 'own') === 'own' ? keepLogBounded(logFile) : () => {}
  let stopped: Promise<void> | undefined
  return {
    connection: { host, port, user: ROLE, password, database: DATABASE },
    adopted,
    isFresh: home.isFresh,
    stop: () => (stopped ??= stop().finally(leaveLog)),
  }
}

/**
 * Repeats until a server accepts the session: a running one, or the one launched here. If two processes
 * launch at once, PostgreSQL lets only one server run.
 */
async function joinOrLaunch(home: Home, logFile: string, join: () => Promise<Presence>) {
  let launched: Launch | undefined
  let refusal = ''
  let deadline = Date.now() + PATIENCE_MS
  for (; Date.now() < deadline; await sleep(15)) {
    try {
      const presence = await join()
      return { presence, adopted: !(launched && (await isItsServer(launched, home))) }
    } catch (error) {
      if (error instanceof AlreadyRunningError) throw error
      if (isAnswer(error)) refusal = messageOf(error)
      // The server starts or shuts down. After a crash the recovery may take long.
      if (codeOf(error) === CANNOT_CONNECT_NOW) deadline = Date.now() + PATIENCE_MS
      if (codeOf(error) === CANNOT_CONNECT_NOW) continue
    }
    if (launched && hasEnded(launched)) {
      const { reason, isPassing } = await diagnose(launched)
      await dropSocketFolder(launched.address)
      if (!isPassing) throw new EmbeddedDatabaseError(`PostgreSQL did not start: ${reason} (${logFile})`)
      refusal ||= reason
      launched = undefined
      await sleep(250)
    }
    launched ??= await launch(home, logFile)
  }
  launched?.child.kill('SIGINT')
  throw new EmbeddedDatabaseError(`PostgreSQL did not start: ${refusal || 'it does not answer'} (${logFile})`)
}

/**
 * Returns a function that launches the server after a crash or a full disk. It does nothing while a launch is
 * under way.
 */
function reviver(home: Home, logFile: string, port: () => number | undefined): () => Promise<void> {
  let launched: Launch | undefined
  return async () => {
    if (launched && !hasEnded(launched)) return
    const ended = launched && (await diagnose(launched))
    launched = await launch(home, logFile, port())
    // Wait until the lock file names this server, because the shutdown finds it there, or until the launch
    // fails.
    while (!hasEnded(launched) && !(await isItsServer(launched, home))) await sleep(15)
    if (ended && !ended.isPassing) {
      throw new EmbeddedDatabaseError(`PostgreSQL does not start: ${ended.reason} (${logFile})`)
    }
  }
}

async function isItsServer({ child }: Launch, home: Home): Promise<boolean> {
  // On Windows the child process is pg_ctl.
  if (process.platform === 'win32') return true
  const lock = await readLock(clusterOf(home.path))
  return lock?.pid === child.pid && lock?.host !== ''
}
