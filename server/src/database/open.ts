import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { PatientPool } from './patient-pool.ts'
import { PreparedClient } from './prepared-client.ts'
import type { Tables } from './tables.ts'

export type { Tables }

/** The database of the whole installation, bound to no company: for sessions, sign-in and start-up only. */
export type Root = Kysely<Tables>

// The wire's own forms, so that a row needs no conversion on its way out.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// By itself the driver reads an array of them as texts.
const int8Array = 1016 as typeof pg.types.builtins.INT8 // the driver's list of types has no arrays
const readTexts: (value: string) => string[] = pg.types.getTypeParser(int8Array)
pg.types.setTypeParser(int8Array, (value: string) => readTexts(value).map(Number))
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
pg.types.setTypeParser(pg.types.builtins.TIME, (value) => value.slice(0, 5))
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readInstant)

/** `2026-11-20 09:30:00.5+00` (the connection's timezone is UTC) as `2026-11-20T09:30:00.500Z`. */
export function readInstant(value: string): string {
  const [time = '', fraction = ''] = value.slice(11, -3).split('.')
  return `${value.slice(0, 10)}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

export type Connection =
  | string
  | { host: string; port: number; user: string; password: string; database: string }

/** So soon a connection at rest is asked whether it lives; by itself the system begins after two hours. */
export const keepAliveInitialDelayMillis = 10_000

/** Away or swamped: who calls is told within a second instead of being kept waiting. */
const callerPatienceMs = 900

/** How many connections a pool has at most, and keeps at rest, so that over a slow line the next call finds them. */
const sizes = { calls: { max: 20, min: 4 }, reserve: { max: 3, min: 0 } }

/**
 * A pool for the process. A lost idle connection is reported to `onLost` and replaced when next needed.
 * @param patienceMs how long a connection is waited for; where no caller waits for an answer it may be longer
 */
export function openPool(
  connection: Connection,
  onLost: (error: Error) => void,
  patienceMs = callerPatienceMs,
  use: keyof typeof sizes = 'calls',
): PatientPool {
  const pool = new PatientPool(patienceMs, {
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    Client: PreparedClient,
    ...sizes[use],
    statement_timeout: 15_000,
    query_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis,
    // Who waits for a row this long is told to come back, before the waiting ones hold all connections.
    options: '-c timezone=UTC -c lock_timeout=4s',
    application_name: 'artel',
  })
  pool.on('error', onLost)
  return pool
}

export const openRoot = (pool: PostgresPool): Root =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

/**
 * The same for reading sessions, which takes a fraction of a millisecond: where all connections of `pool` are taken by
 * calls that may wait for rows, one of `reserve` is used. To be closed before `pool` is.
 */
export const openSessionRoot = (pool: PatientPool, reserve: PatientPool): Root =>
  openRoot({
    options: reserve.options,
    connect: () => (pool.isFull ? reserve : pool).connect(),
    end: () => reserve.end(),
  })
