import { Kysely, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Tables } from '../tables.ts'
import { ArrayDialect } from './dialect.ts'
import { PatientPool } from './patient-pool.ts'
import { PlainClient, PreparedClient } from './prepared-client.ts'

export type { Tables }

/**
 * The database of the whole installation, not bound to a company. Only for sessions, sign-in and start-up.
 */
export type Root = Kysely<Tables>

// Parse values into the formats of the API, so that rows need no conversion.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// By default the driver reads an int8 array as strings.
const int8Array = 1016 as typeof pg.types.builtins.INT8 // the driver's list has no array types
const readTexts: (value: string) => string[] = pg.types.getTypeParser(int8Array)
pg.types.setTypeParser(int8Array, (value: string) => readTexts(value).map(Number))
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
pg.types.setTypeParser(pg.types.builtins.TIME, (value) => value.slice(0, 5))
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readInstant)

/** Converts `2026-11-20 09:30:00.5+00` (the connection's timezone is UTC) to `2026-11-20T09:30:00.500Z`. */
export function readInstant(value: string): string {
  const [time = '', fraction = ''] = value.slice(11, -3).split('.')
  return `${value.slice(0, 10)}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

export type Connection =
  | string
  | { host: string; port: number; user: string; password: string; database: string }

/** Idle ms before the first TCP keep-alive probe. The system default is two hours. */
export const keepAliveInitialDelayMillis = 10_000

/**
 * Timeout for a connection, ms. If the database is down or overloaded, a request fails within a second
 * instead of waiting.
 */
const callerPatienceMs = 900

/**
 * Connections of a pool: the maximum, and how many stay open when idle, because opening one is slow over a
 * slow network.
 */
export const poolSizes = { calls: { max: 20, min: 4 }, reserve: { max: 3, min: 0 } }

export type PoolOptions = {
  max?: number | undefined
  min?: number
  /** The connection leads to a pooler, whose connections have their settings from the role. */
  isPooled?: boolean
  /** Whether frequent statements are prepared. */
  prepares?: boolean
}

/**
 * Settings of each connection of a pool. A statement that waits for a lock this long fails with a retry error, before
 * waiting statements occupy all connections.
 */
export const poolSettings = {
  timezone: 'UTC',
  lock_timeout: '4s',
  statement_timeout: '15s',
  idle_in_transaction_session_timeout: '30s',
} as const

/** The settings as options of a connection. */
export const asOptions = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/**
 * Opens a connection pool. A lost idle connection is reported to `onLost` and replaced when next needed.
 * @param patienceMs timeout for a connection, ms; it may be longer if no caller waits for a response
 */
export function openPool(
  connection: Connection,
  onLost: (error: Error) => void,
  patienceMs = callerPatienceMs,
  { max = poolSizes.calls.max, min = poolSizes.calls.min, isPooled, prepares = true }: PoolOptions = {},
): PatientPool {
  const pool = new PatientPool(patienceMs, {
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    Client: prepares ? PreparedClient : PlainClient,
    max,
    min,
    query_timeout: 20_000,
    keepAlive: true,
    keepAliveInitialDelayMillis,
    // A pooler refuses the options of its clients.
    ...(!isPooled && { options: asOptions(poolSettings) }),
    application_name: 'artel',
  })
  pool.on('error', onLost)
  return pool
}

export const openRoot = (pool: PostgresPool): Root =>
  new Kysely<Tables>({ dialect: new ArrayDialect({ pool }) })

/**
 * A connection that only reads sessions, which takes a fraction of a millisecond. If requests that may wait
 * for locks occupy all connections of `pool`, it uses one of `reserve`. Close it before `pool`.
 */
export const openSessionRoot = (pool: PatientPool, reserve: PatientPool): Root =>
  openRoot({
    options: reserve.options,
    connect: () => (pool.isFull ? reserve : pool).connect(),
    end: () => reserve.end(),
  })
