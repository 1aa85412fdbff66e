import { sql } from 'kysely'
import PgBoss from 'pg-boss'
import type { Root } from '../database/open.ts'
import { inTransaction } from '../http/transaction.ts'
import type { JobHandler } from './handler.ts'
import { adapterOf, jobSchema } from './jobs.ts'

const daySeconds = 86_400

/** Makes the queue's schema and its queues where they are missing. Every process does so, also one that works no jobs. */
export async function openQueues(root: Root, handlers: readonly JobHandler[]): Promise<PgBoss> {
  const boss = new PgBoss({
    db: openingAdapter(root),
    schema: jobSchema,
    // Its own workers and clocks leave promises behind that end the process when the database is away; ours do not.
    supervise: false,
    schedule: false,
    archiveCompletedAfterSeconds: 7 * daySeconds,
    archiveFailedAfterSeconds: 30 * daySeconds,
    deleteAfterDays: 7,
  })
  await boss.start()
  await createQueues(
    root,
    handlers.map(({ kind }) => kind.name),
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
async function createQueues(root: Root, names: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from jobs.queue`.execute(root)
  const known = new Set(rows.map(({ name }) => name))
  const missing = names.filter((name) => !known.has(name))
  if (missing.length === 0) return
  await inTransaction(root, async (connection) => {
    await sql`select pg_advisory_xact_lock(${queueLock})`.execute(connection)
    for (const name of missing) {
      await sql`select jobs.create_queue(${name}, '{"policy": "standard"}')`.execute(connection)
    }
  })
}
