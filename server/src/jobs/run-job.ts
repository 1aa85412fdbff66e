import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type PgBoss from 'pg-boss'
import { Db } from '../database/db.ts'
import type { Root } from '../database/open.ts'
import type { LiveEvents } from '../events/live-events.ts'
import type { JobHandler } from './handler.ts'
import { adapterOf } from './jobs.ts'

const longestSeconds = 600

/** A job that this process has taken. */
export type TakenJob = { id: string; payload: object }

type Turns = {
  /** Companies with a job of the kind under way: none of theirs is taken. */
  running: readonly number[]
  /** Companies that have had a turn, the latest last: those that had none come first. */
  served: readonly number[]
}

const nobody: Turns = { running: [], served: [] }

/**
 * Takes the next due job of a kind, or none: in turns of companies, so that the many jobs of one do not hold up those of
 * another. As the library takes jobs, which knows no turns.
 */
export async function takeJob(
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
      where job.name = ${name} and coalesce(company_id <> all(${running}::int8[]), true)
      order by turn.place nulls first, job.priority desc, job.created_on, job.id
      limit 1 for update of job skip locked
    )
    update jobs.job set state = 'active', started_on = now(),
      retry_count = case when started_on is null then retry_count else retry_count + 1 end
    from next where job.name = ${name} and job.id = next.id
    returning job.id, job.data as payload`.execute(root)
  return rows[0]
}

/** Does a taken job and ends it; a failure goes back to the queue for another try. @throws what the handler threw */
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
    // Where the database is away this fails too, and the job is taken up again when its life is over.
    await boss.fail(kind.name, job.id, { message: String(error) })
    throw error
  }
}

/** Work that never ends is left to itself; the transaction it had is undone and takes nothing more from it. */
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
    // Rejects by the abort; work that threw at once has left nobody who hears it.
    tooLong.catch(() => undefined)
  }
}

async function complete(boss: PgBoss, connection: Root, name: string, id: string): Promise<void> {
  const answer: unknown = await boss.complete(name, id, {}, { db: adapterOf(connection) })
  // The library's types leave out that it answers how many jobs it found.
  if ((answer as { affected: number }).affected === 0)
    throw new Error('Another process has taken up this job')
}
