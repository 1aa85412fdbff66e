import { createHash } from 'node:crypto'
import { CompiledQuery, type QueryResult } from 'kysely'
import PgBoss from 'pg-boss'

/** A kind of job: its name in the queue and the type of its payload. */
export type JobKind<Payload extends object> = {
  readonly name: string
  /** Maximum retries, after 5 s, 10 s, 20 s and so on. Then the job stays as failed, with its error. */
  readonly retries: number
  /** If a job with the same payload is already waiting, no second one is queued. */
  readonly isOnce: boolean
  /** Seconds to keep a completed job, if its key must be known for a shorter time than usual. */
  readonly keptSeconds: number | undefined
  readonly payload?: Payload
}

type Options = { retries?: number; isOnce?: boolean; keptSeconds?: number }

export const jobKind = <Payload extends object>(
  name: string,
  { retries = 10, isOnce = false, keptSeconds }: Options = {},
): JobKind<Payload> => ({ name, retries, isOnce, keptSeconds })

/** Runs SQL: the connection of the installation, a transaction of it, or the connection of a company. */
export type Connection = { executeQuery(query: CompiledQuery): Promise<QueryResult<unknown>> }

type QueueOptions = {
  /** A second job with the same key is not queued while the first key is known (`keyedSeconds`). */
  key?: string
  startAfter?: Date
}

/**
 * How long a key is known, seconds. It is longer than a day, because some jobs are queued once a day and the
 * clocks of processes may differ.
 */
export const keyedSeconds = 2 * 86_400

export const jobSchema = 'jobs'

/**
 * Runs the queue's statements on the given connection, so that a job commits or rolls back with its
 * transaction.
 */
export const adapterOf = (connection: Connection): PgBoss.Db => ({
  executeSql: async (text, values) => ({
    // A text with several statements returns no rows here, and no caller needs them.
    rows: [...(await connection.executeQuery(CompiledQuery.raw(text, values ?? []))).rows],
  }),
})

// Never started. It builds the statements, and each runs on the connection of its caller.
const sender = new PgBoss({
  db: { executeSql: () => Promise.reject(new Error('A job is queued through a connection')) },
  schema: jobSchema,
})

/**
 * Queues a job in the transaction of `connection`. The job runs after the commit, and never after a rollback.
 */
export async function queueJob<Payload extends object>(
  connection: Connection,
  kind: JobKind<Payload>,
  payload: Payload,
  { key, startAfter }: QueueOptions = {},
): Promise<void> {
  const insert = () =>
    sender.send(kind.name, payload, {
      db: adapterOf(connection),
      retryLimit: kind.retries,
      retryDelay: 5,
      retryBackoff: true,
      expireInSeconds: jobLifeSeconds,
      ...(kind.isOnce && { singletonKey: payloadKey(payload) }),
      ...(key !== undefined && { id: idOf(kind.name, key) }),
      ...(startAfter && { startAfter: startAfter.toISOString() }),
    })
  for (let round = 0; round < insertRounds; round++) {
    if ((await insert()) !== null) return
    if (kind.isOnce && (await joinWaiting(connection, kind.name, payload, startAfter))) return
    if (key !== undefined) return
    if (!kind.isOnce) break
  }
  throw new Error(`The queue ${kind.name} was not opened`)
}

/**
 * Removes a queued job that no worker has claimed, in the transaction of `connection`. After the commit the job
 * never runs: a worker cannot claim a row that the transaction has locked.
 * @returns false if a worker has claimed the job, or if there is none
 */
export async function withdrawJob<Payload extends object>(
  connection: Connection,
  kind: JobKind<Payload>,
  key: string,
): Promise<boolean> {
  // A job that waits for a retry has been claimed, and may have done a part of its work.
  const statement = `delete from ${jobSchema}.job where name = $1 and id = $2 and state = 'created' returning id`
  const values = [kind.name, idOf(kind.name, key)]
  return (await connection.executeQuery(CompiledQuery.raw(statement, values))).rows.length > 0
}

/** The insert is retried, because the job that blocked it may be claimed by a worker before it is locked. */
const insertRounds = 5

/**
 * Locks the waiting job with the same payload, so that no worker claims it before this transaction commits.
 * The job then sees the data written here. It starts at the earlier of both times.
 * @returns false if no such job waits any more
 */
async function joinWaiting(
  connection: Connection,
  name: string,
  payload: object,
  startAfter: Date | undefined,
): Promise<boolean> {
  const statement = `
    update ${jobSchema}.job set start_after = least(start_after, coalesce($3::timestamptz, now()))
    where name = $1 and singleton_key = $2 and state = 'created' returning id`
  const values = [name, payloadKey(payload), startAfter?.toISOString() ?? null]
  return (await connection.executeQuery(CompiledQuery.raw(statement, values))).rows.length > 0
}

/** The same text for equal fields in any order. */
const payloadKey = (payload: object): string =>
  JSON.stringify(Object.entries(payload).sort(([one], [other]) => (one < other ? -1 : 1)))

/** Seconds without a heartbeat after which another process may claim the job. */
const jobLifeSeconds = 45

// The queue rejects a second job with the same id. The version and variant bits make the id a valid uuid.
function idOf(name: string, key: string): string {
  const hex = createHash('sha256').update(`${name}\n${key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
