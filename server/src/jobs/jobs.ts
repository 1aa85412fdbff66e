import { createHash } from 'node:crypto'
import { CompiledQuery, type QueryResult } from 'kysely'
import PgBoss from 'pg-boss'

/** A kind of job: its name in the queue and, for the compiler, what it is told. */
export type JobKind<Payload extends object> = {
  readonly name: string
  /** Tried again so often, after 5 s, 10 s, 20 s and so on; then it stays as failed, with its error. */
  readonly retries: number
  /** While a job of the kind waits, another with the same payload is the same job. */
  readonly isOnce: boolean
  /** How long a completed one is kept, where its key is known for a shorter time than others. */
  readonly keptSeconds: number | undefined
  readonly payload?: Payload
}

type Options = { retries?: number; isOnce?: boolean; keptSeconds?: number }

export const jobKind = <Payload extends object>(
  name: string,
  { retries = 10, isOnce = false, keptSeconds }: Options = {},
): JobKind<Payload> => ({ name, retries, isOnce, keptSeconds })

/** What runs SQL: the installation's connection, a transaction of it, or a company's. */
export type Connection = { executeQuery(query: CompiledQuery): Promise<QueryResult<unknown>> }

type QueueOptions = {
  /** The same key again, while the first is still known (`keyedSeconds`), is the same job. */
  key?: string
  startAfter?: Date
}

/** Longer than the day of what is queued once a day, also where clocks of processes are apart. */
export const keyedSeconds = 2 * 86_400

export const jobSchema = 'jobs'

/** The queue's statements go through the connection they are given, so that a job stands or falls with it. */
export const adapterOf = (connection: Connection): PgBoss.Db => ({
  executeSql: async (text, values) => ({
    // Of several statements in one text nothing comes back, and nothing that we use needs it.
    rows: [...(await connection.executeQuery(CompiledQuery.raw(text, values ?? []))).rows],
  }),
})

// Never started: it writes the statements, and each goes through the connection of its caller.
const sender = new PgBoss({
  db: { executeSql: () => Promise.reject(new Error('A job is queued through a connection')) },
  schema: jobSchema,
})

/** Queues a job in the transaction of `connection`: it is worked once that commits, or never. */
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

/** Inserts are tried again, because the job that stood in the way may be taken before it is locked. */
const insertRounds = 5

/**
 * Locks the job that waits with the same payload, so that no worker takes it before this transaction commits and it sees
 * what was written here. It starts at the earlier of both times. @returns false where none waits any more
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

/** The same for the same fields in any order. */
const payloadKey = (payload: object): string =>
  JSON.stringify(Object.entries(payload).sort(([one], [other]) => (one < other ? -1 : 1)))

/** A job whose worker has not been heard of for so long is taken up by another. */
const jobLifeSeconds = 45

// The queue refuses a second job of one id; version and variant bits make it a uuid like any other.
function idOf(name: string, key: string): string {
  const hex = createHash('sha256').update(`${name}\n${key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
