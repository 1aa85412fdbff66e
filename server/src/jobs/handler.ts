import type { Db } from '../database/db.ts'
import type { Root } from '../database/open.ts'
import type { LiveEvents } from '../events/live-events.ts'
import type { JobKind } from './jobs.ts'

type JobContext<Payload> = {
  payload: Payload
  /** The same in every try of one job. */
  id: string
  /** The job's transaction; where the effect is outside, the installation's connection. */
  root: Root
  /** The same bound to a company; what is announced on it is told to the screens once the job is done. */
  companyDb: (companyId: number) => Db
  /** Tells the screens at once of what is committed already, where a job takes long. */
  publish: LiveEvents['publish']
  /** Aborted when the process has to end, or the job's time is over. */
  signal: AbortSignal
}

type Work<Payload> = {
  /**
   * `database`: all it does is in `root`, a transaction that also ends the job, so its effect comes once.
   * `outside`: it tells a foreign service, or commits batch by batch, and may do so twice where the process dies in
   * between.
   */
  effect: 'database' | 'outside'
  /** What takes longer is given up, so that others of its kind get their turn, and tried again; 10 minutes. */
  limitSeconds?: number
  /** So many of its kind are worked side by side in one process; 1. */
  mostAtOnce?: number
  /** Queued by itself once in each such stretch of time, however many processes run. */
  everySeconds?: number
  run(context: JobContext<Payload>): Promise<void>
}

/** A kind of job with what does it. */
export type JobHandler = Work<object> & { kind: JobKind<object> }

/** Says what does a kind of job; the handlers of all features meet in app.ts. */
export const registerJob = <Payload extends object>(
  kind: JobKind<Payload>,
  work: Work<Payload>,
): JobHandler => ({
  kind,
  // A queue holds nothing but payloads of its own kind.
  ...(work as unknown as Work<object>),
})
