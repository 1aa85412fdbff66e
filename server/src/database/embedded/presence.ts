import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Address } from './address.ts'
import { ROLE } from './cluster.ts'
import { AlreadyRunningError, codeOf, messageOf } from './errors.ts'

/**
 * `own`: the Artel server, which owns the database server. `attach`: a command, which may run at the same
 * time as an Artel server.
 */
export type Mode = 'own' | 'attach'
export type ServerAddress = { address: Address; password: string; mode: Mode; dataDir: string }

/**
 * The registration of this process at the database server. It consists of a session's locks, so it ends with
 * the process.
 */
export type Presence = {
  /** Whether this process may stop the server: it owns the server, or no other process is registered. */
  mayEnd(): Promise<boolean>
  leave(beforeClosing?: () => Promise<void>): Promise<void>
}

// Keys of advisory locks. They are taken in the database `postgres`, away from the product's own locks and
// databases.
const OWNER = [0x41727465, 1]
// Every process holds it in shared mode. A command that stops the server it started takes it in exclusive
// mode, so that a process which connects just then waits.
const PRESENT = [0x41727465, 2]
// The session of a killed owner lives until its backend notices that the socket is closed.
const OWNER_PATIENCE_MS = 3000
const REGAIN_PAUSE_MS = 500

/** @param revive called when no server answers any more; the owner's function restarts the server */
export async function enter(
  findDoor: () => Promise<ServerAddress>,
  revive: () => Promise<void>,
  log: (message: string) => void,
): Promise<Presence> {
  const server = await findDoor()
  let session = await openSession(server)
  let isLeaving = false
  let isTaken = false
  let regaining: Promise<void> | undefined

  const regain = async () => {
    log('The connection to the database broke, trying to get it back')
    for (let reason = ''; !isLeaving && !isTaken; await sleep(REGAIN_PAUSE_MS, undefined, { ref: false })) {
      try {
        session = await openSession(await findDoor())
        if (isLeaving) return
        session.once('end', onEnd)
        return log('The connection to the database is back')
      } catch (error) {
        isTaken = error instanceof AlreadyRunningError
        if (isTaken) log('Meanwhile another process has taken the database over: end this one')
        if (isTaken || isLeaving || isAnswer(error)) continue
      }
      await revive().catch((error) => {
        if (messageOf(error) !== reason) log(messageOf(error))
        reason = messageOf(error)
      })
    }
  }
  const onEnd = () => {
    if (!isLeaving) regaining = regain()
  }
  session.once('end', onEnd)

  return {
    mayEnd: async () => (server.mode === 'own' ? !isTaken : isAlone(session)),
    leave: async (beforeClosing = async () => {}) => {
      isLeaving = true
      // A restart that is under way has to be stopped as well.
      await regaining
      try {
        await beforeClosing()
      } finally {
        await session.end().catch(() => {})
      }
    },
  }
}

/**
 * Any answer counts, also "starting up" or "too many clients", because it proves that a server runs there.
 */
export async function isAnswering(server: ServerAddress): Promise<boolean> {
  const client = makeClient(server)
  try {
    await client.connect()
    return true
  } catch (error) {
    return isAnswer(error)
  } finally {
    client.end().catch(() => {})
  }
}

/**
 * True for a SQLSTATE, which comes from a server. False for a system error such as ENOENT or ECONNREFUSED.
 */
export function isAnswer(error: unknown): boolean {
  return /^[0-9][0-9A-Z]{4}$/.test(codeOf(error) ?? '')
}

function makeClient({ address, password, mode }: ServerAddress): pg.Client {
  const client = new pg.Client({
    ...address,
    password,
    user: ROLE,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 5000,
    application_name: `artel ${mode} ${process.pid}`,
  })
  // A pending query rejects anyway. Without a listener, a lost session would end the process.
  client.on('error', () => {})
  return client
}

async function openSession(server: ServerAddress): Promise<pg.Client> {
  const client = makeClient(server)
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1, $2)', PRESENT)
    if (server.mode === 'own') await becomeOwner(client, server.dataDir)
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}

async function becomeOwner(client: pg.Client, dataDir: string): Promise<void> {
  const deadline = Date.now() + OWNER_PATIENCE_MS
  while (!(await tryLock(client, OWNER))) {
    if (Date.now() > deadline) {
      const owner = await findOwnerName(client)
      throw new AlreadyRunningError(`Artel already runs on ${dataDir}${owner ? ` (process ${owner})` : ''}`)
    }
    await sleep(100)
  }
}

async function isAlone(session: pg.Client): Promise<boolean> {
  try {
    await session.query('select pg_advisory_unlock_shared($1, $2)', PRESENT)
    return await tryLock(session, PRESENT)
  } catch {
    return false
  }
}

async function tryLock(client: pg.Client, key: number[]): Promise<boolean> {
  const { rows } = await client.query<{ isTaken: boolean }>(
    'select pg_try_advisory_lock($1, $2) as "isTaken"',
    key,
  )
  return rows[0]?.isTaken ?? false
}

async function findOwnerName(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid = $2 and l.objsubid = 2`,
    OWNER,
  )
  return rows[0]?.name.split(' ').at(-1)
}
