import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type PgBoss from 'pg-boss'
import type { Root } from '../database/connection/open.ts'
import { Db } from '../database/db.ts'
import type { LiveEvents } from '../events/live-events.ts'
import type { JobHandler } from './handler.ts'
import { adapterOf } from './jobs.ts'

const longestSeconds = 600

/** A job that this process has claimed. */
export type TakenJob = { id: string; payload: object }

type Turns = {
  /** Companies with a running job of this kind. No further job of these companies is claimed. */
  running: readonly number[]
  /** Companies in the order of their last claimed job, the latest last. Companies without one come first. */
  served: readonly number[]
}

const nobody: Turns = { running: [], served: [] }

/**
 * Claims the next due job of a kind, if there is one. Companies take turns, so that many jobs of one company
 * do not delay the others. The statement follows the library's own, which knows no turns.
 *
 * The statement locks a job and checks its state once more, because another process may have claimed it since
 * `waiting` was read. PostgreSQL then checks the conditions of the locked rows again, but not those of `waiting`.
 */
export async function claimJob(
  root: Root,
  name: string,
  { running, served }: Turns = nobody,
): Promise<TakenJob | undefined> {
  const { rows } = await sql<TakenJob>`
    with waiting as (
      select id, priority, created_on, (data->>'company_id')::int8 as company_id from jobs.job
      where name = ${name} and state < 'active' and start_after < now()
    ), next as (
      select job.id from jobs.job join waiting on waiting.id = job.id
      left join unnest(${served}::int8[]) with ordinality as turn (company_id, place) using (company_id)
      where job.name = ${name} and job.state < 'active' and coalesce(company_id <> all(${running}::int8[]), true)
      order by turn.place nulls first, job.priority desc, job.created_on, job.id
      limit 1 for update of job skip locked
    )
    update jobs.job set state = 'active', started_on = now(),
      retry_count = case when started_on is null then retry_count else retry_count + 1 end
    from next where job.name = ${name} and job.id = next.id
    returning job.id, job.data as payload`.execute(root)
  return rows[0]
}

/**
 * Runs a claimed job and completes it. A failed job goes back to the queue for a retry.
 * @throws what the handler threw
 */
export async function runJob(
  boss: PgBoss,
  root: Root,
  { kind, effect, limitSeconds = longestSeconds, run }: JobHandler,
  job: TakenJob,
  signal: AbortSignal,
  publish: LiveEvents['publish'],
): Promise<void> {
  const bound: Db[] = []
  const work = async (connection: Root) => {
    const companyDb = (companyId: number) => {
      const db = new Db(connection, companyId)
      bound.push(db)
      return db
    }
    await inTime(limitSeconds, signal, (ending) =>
      run({ ...job, root: connection, companyDb, publish, signal: ending }),
    )
    await complete(boss, connection, kind.name, job.id)
  }
  try {
    await (effect === 'database' ? root.transaction().execute(work) : work(root))
    publish(bound.flatMap(({ announcements }) => announcements))
  } catch (error) {
    // This fails too if the database is down. The job is then claimed again after its heartbeat timeout.
    await boss.fail(kind.name, job.id, { message: String(error) })
    throw error
  }
}

/**
 * Rejects after `seconds`. Work that does not end is abandoned: its transaction is rolled back and accepts no
 * more of its statements.
 */
async function inTime(
  seconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const over = new AbortController()
  const tooLong = sleep(seconds * 1000, undefined, { signal: over.signal }).then(() => {
    throw new Error(`The job took longer than ${seconds} s`)
  })
  try {
    await Promise.race([work(AbortSignal.any([signal, over.signal])), tooLong])
  } finally {
    over.abort()
    // The abort rejects this promise. Catch it, because nobody awaits it if `work` threw synchronously.
    tooLong.catch(() => undefined)
  }
}

async function complete(boss: PgBoss, connection: Root, name: string, id: string): Promise<void> {
  const answer: unknown = await boss.complete(name, id, {}, { db: adapterOf(connection) })
  // The library's types omit that it returns the number of updated jobs.
  if ((answer as { affected: number }).affected === 0)
    throw new TakenUpError('Another process has taken up this job')
}

/** Another process has claimed the job again, because this process took too long. */
export class TakenUpError extends Error {}
