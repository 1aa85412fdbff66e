import { sql } from 'kysely'
import PgBoss from 'pg-boss'
import type { Root } from '../database/connection/open.ts'
import { inTransaction } from '../database/transaction.ts'
import type { JobHandler } from './handler.ts'
import { adapterOf, jobSchema } from './jobs.ts'

/** Creates the queue's schema and the missing queues. Every process does so, even one that runs no jobs. */
export async function openQueues(root: Root, handlers: readonly JobHandler[]): Promise<PgBoss> {
  const boss = new PgBoss({
    db: openingAdapter(root),
    schema: jobSchema,
    // The library's own workers and timers reject unhandled promises when the database is down, which would
    // end the process. Our own worker catches them.
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await createQueues(
    root,
    handlers.map(({ kind }) => kind),
  )
  return boss
}

/**
 * For texts that contain their own begin and commit. If another process created the schema first, such a text
 * fails half-way, and without the rollback the connection would reject all later statements.
 */
export const openingAdapter = (root: Root): PgBoss.Db => ({
  executeSql: (text, values) =>
    root.connection().execute(async (connection) => {
      try {
        return await adapterOf(connection).executeSql(text, values)
      } catch (error) {
        await sql`rollback`.execute(connection)
        throw error
      }
    }),
})

// Any number that nothing else in this database uses as a lock key.
const queueLock = 7_304_113

// One process at a time, and only the missing queues: a queue is a table, and its creation blocks others.
async function createQueues(root: Root, kinds: readonly JobHandler['kind'][]): Promise<void> {
  const { rows } = await sql<{ name: string; policy: string }>`select name, policy from jobs.queue`.execute(
    root,
  )
  const policies = new Map(rows.map(({ name, policy }) => [name, policy]))
  const changed = kinds.filter((kind) => policies.get(kind.name) !== policyOf(kind))
  if (changed.length === 0) return
  await inTransaction(root, async (connection) => {
    await sql`select pg_advisory_xact_lock(${queueLock})`.execute(connection)
    for (const kind of changed) {
      if (policies.has(kind.name)) await changePolicy(connection, kind)
      else
        await sql`select jobs.create_queue(${kind.name}, ${JSON.stringify({ policy: policyOf(kind) })}::json)`.execute(
          connection,
        )
    }
  })
}

// The policy `short` has a unique index on the keys of waiting jobs.
const policyOf = ({ isOnce }: JobHandler['kind']): string => (isOnce ? 'short' : 'standard')

/** Deletes duplicates that an earlier version queued with the same payload. The first one stays. */
async function changePolicy(connection: Root, kind: JobHandler['kind']): Promise<void> {
  await sql`update jobs.queue set policy = ${policyOf(kind)} where name = ${kind.name}`.execute(connection)
  if (!kind.isOnce) return
  await sql`
    delete from jobs.job using (
      select id, row_number() over (partition by data order by start_after, created_on, id) as place
      from jobs.job where name = ${kind.name} and state = 'created'
    ) as waiting
    where job.name = ${kind.name} and job.id = waiting.id and waiting.place > 1`.execute(connection)
}
