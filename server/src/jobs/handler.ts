import type { Root } from '../database/connection/open.ts'
import type { Db } from '../database/db.ts'
import type { LiveEvents } from '../events/live-events.ts'
import type { JobKind } from './jobs.ts'

type JobContext<Payload> = {
  payload: Payload
  /** The same in every attempt of a job. */
  id: string
  /** The job's transaction. With the effect `outside`: the connection of the installation. */
  root: Root
  /**
   * The same connection bound to a company. Events announced on it are published after the job has completed.
   */
  companyDb: (companyId: number) => Db
  /** Publishes events about data that is already committed. For long jobs. */
  publish: LiveEvents['publish']
  /** Aborted when the process is stopping or the job's time limit is over. */
  signal: AbortSignal
}

type Work<Payload> = {
  /**
   * `database`: the job works only in `root`, a transaction that also completes the job, so it takes effect
   * exactly once.
   * `outside`: the job calls a foreign service or commits in batches. It may do so twice if the process dies
   * in between.
   */
  effect: 'database' | 'outside'
  /**
   * Time limit, seconds; 10 minutes by default. A longer job fails and is retried, so that others of its kind
   * can run.
   */
  limitSeconds?: number
  /** Maximum concurrent jobs of this kind in one process; 1 by default. */
  maxAtOnce?: number
  /** Queues the job automatically once per interval of this length, regardless of the number of processes. */
  everySeconds?: number
  run(context: JobContext<Payload>): Promise<void>
}

/** A kind of job with its implementation. */
export type JobHandler = Work<object> & { kind: JobKind<object> }

/** Declares the implementation of a kind of job. app.ts collects the handlers of all features. */
export const registerJob = <Payload extends object>(
  kind: JobKind<Payload>,
  work: Work<Payload>,
): JobHandler => ({
  kind,
  // A queue contains only payloads of its own kind.
  ...(work as unknown as Work<object>),
})
