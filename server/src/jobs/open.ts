import { sql } from 'kysely'
import PgBoss from 'pg-boss'
import type { Root } from '../database/open.ts'
import { inTransaction } from '../http/transaction.ts'
import type { JobHandler } from './handler.ts'
import { adapterOf, jobSchema } from './jobs.ts'

/** Makes the queue's schema and its queues where they are missing. Every process does so, also one that works no jobs. */
export async function openQueues(root: Root, handlers: readonly JobHandler[]): Promise<PgBoss> {
  const boss = new PgBoss({
    db: openingAdapter(root),
    schema: jobSchema,
    // Its own workers and clocks leave promises behind that end the process when the database is away; ours do not.
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
 * For texts that begin and end their transaction themselves. Where another process was first with the schema such a
 * text fails half-way, and the connection would go on refusing whoever has it next.
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

// Any number, as long as nothing else in this database takes the same.
const queueLock = 7_304_113

// One process at a time, and only what is missing: a queue is a table, and making one stands in others' way.
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

// `short` has a unique index over the keys of jobs that wait.
const policyOf = ({ isOnce }: JobHandler['kind']): string => (isOnce ? 'short' : 'standard')

/** Of the jobs that an earlier version has queued with the same payload the first stays. */
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
