import { sql } from 'kysely'
import type { Root } from '../database/connection/open.ts'
import { inBatches } from '../database/upkeep.ts'
import type { JobHandler } from './handler.ts'
import { keyedSeconds } from './jobs.ts'

const unkeyedSeconds = 3600
const failedSeconds = 30 * 86_400

/**
 * Deletes ended jobs in batches. Payloads name people, and anybody can cause millions of jobs, so a completed
 * job is kept only as long as its key must be known. A failed job is kept longer for inspection.
 */
export async function deleteEndedJobs(
  root: Root,
  handlers: readonly JobHandler[],
  signal: AbortSignal,
): Promise<void> {
  const own = handlers.flatMap(({ kind: { name, keptSeconds } }) =>
    keptSeconds === undefined ? [] : [{ name, keptSeconds }],
  )
  await inBatches(async (most) => {
    const { numAffectedRows } = await sql`
      delete from jobs.job where (name, id) in (
        select job.name, id from jobs.job
        left join jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as own (name text, "keptSeconds" int) using (name)
        where completed_on < now() - interval '1 second' * case
            when state = 'failed' then ${failedSeconds}
            -- The version of a uuid that was made of a key.
            else coalesce("keptSeconds", case substr(id::text, 15, 1) when '8' then ${keyedSeconds}::int else ${unkeyedSeconds}::int end)
          end
          or state < 'active' and keep_until < now()
        limit ${most}
      )`.execute(root)
    return Number(numAffectedRows ?? 0)
  }, signal)
  // Earlier versions moved ended jobs to this table.
  await inBatches(async (most) => {
    const { numAffectedRows } = await sql`
      delete from jobs.archive where ctid = any(array(select ctid from jobs.archive limit ${most}))`.execute(
      root,
    )
    return Number(numAffectedRows ?? 0)
  }, signal)
}
