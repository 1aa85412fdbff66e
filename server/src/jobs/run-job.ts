import { setTimeout as sleep } from 'node:timers/promises'
import type PgBoss from 'pg-boss'
import { Db } from '../database/db.ts'
import type { Root } from '../database/open.ts'
import type { LiveEvents } from '../events/live-events.ts'
import type { JobHandler } from './handler.ts'
import { adapterOf } from './jobs.ts'

const longestSeconds = 600

/** A job that this process has taken. */
export type TakenJob = { id: string; payload: object }

/** Takes the next due job of a kind, or none. */
export async function takeJob(boss: PgBoss, name: string): Promise<TakenJob | undefined> {
  const [job] = await boss.fetch<object>(name)
  return job && { id: job.id, payload: job.data }
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
