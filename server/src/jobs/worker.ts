import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { now } from '../clock.ts'
import type { Root } from '../database/connection/open.ts'
import type { LiveEvents } from '../events/live-events.ts'
import { deleteEndedJobs } from './ended-jobs.ts'
import type { JobHandler } from './handler.ts'
import { queueJob } from './jobs.ts'
import { openQueues } from './open.ts'
import { runJob } from './run-job.ts'
import { Turns } from './turns.ts'

export type Worker = {
  /** Claims no more jobs, and waits for the running ones. */
  drain(): Promise<void>
  /** Stops. Jobs that still run go back to the queue. */
  stop(): Promise<void>
}

const pauseMs = 1000
const heartbeatMs = 10_000
const expiryMs = 15_000
const scheduleMs = 30_000
const maintenanceMs = 600_000

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>

/** Told of each job that has ended in this process. */
export type JobEnd = (kind: string, seconds: number, isDone: boolean) => void

/** Runs the jobs of the handlers. Jobs of one kind run one at a time, unless the handler allows more. */
export async function startWorker(
  root: Root,
  handlers: readonly JobHandler[],
  publish: LiveEvents['publish'],
  log: Log,
  onEnd: JobEnd = () => undefined,
): Promise<Worker> {
  const boss = await openQueues(root, handlers)
  const stopping = new AbortController()
  const ending = new AbortController()
  const taken = new Map<string, string>()
  const running = new Map<string, Promise<void>>()
  const turns = new Map(handlers.map(({ kind }) => [kind.name, new Turns(root, kind.name)]))

  const drain = async (handler: JobHandler) => {
    const { name } = handler.kind
    const own = turns.get(name)! // each handler has an entry
    while (!stopping.signal.aborted) {
      const job = await own.take()
      if (!job) return
      taken.set(job.id, name)
      const begun = performance.now()
      const isDone = await runJob(boss, root, handler, job, ending.signal, publish)
        .then(() => true)
        .catch((error) => {
          log.error({ err: error, job: name }, 'a job failed')
          return false
        })
      taken.delete(job.id)
      own.end(job)
      onEnd(name, (performance.now() - begun) / 1000, isDone)
    }
  }
  const poll = async () => {
    const due = await findDue(root)
    for (const handler of handlers) {
      const { name } = handler.kind
      if (!due.has(name)) continue
      for (let place = 0; place < (handler.maxAtOnce ?? 1); place++) {
        const key = `${name} ${place}`
        if (running.has(key)) continue
        running.set(
          key,
          drain(handler)
            .catch((error) => log.warn({ err: error, job: name }, 'jobs could not be taken'))
            .finally(() => running.delete(key)),
        )
      }
    }
  }
  const repeat = (everyMs: number, work: () => Promise<unknown>) => loop(everyMs, work, stopping.signal, log)
  const loops = [
    repeat(scheduleMs, () => queueScheduled(root, handlers)),
    repeat(expiryMs, () => boss.expire()),
    repeat(maintenanceMs, () => deleteEndedJobs(root, handlers, stopping.signal)),
    repeat(pauseMs, poll),
  ]
  const beating = loop(heartbeatMs, () => beat(root, [...taken.keys()]), ending.signal, log)

  return {
    drain: async () => {
      stopping.abort()
      await Promise.all(running.values())
    },
    stop: async () => {
      stopping.abort()
      ending.abort()
      // If the database is down, another process claims these jobs after their heartbeat timeout.
      for (const [id, name] of taken) {
        await boss
          .fail(name, id, { message: 'The process ended' })
          .catch((error) => log.warn({ err: error, job: name }, 'a job could not be given back'))
      }
      await Promise.all([...loops, beating])
    },
  }
}

async function loop(everyMs: number, work: () => Promise<unknown>, signal: AbortSignal, log: Log) {
  while (!signal.aborted) {
    await work().catch((error) => log.warn({ err: error }, 'the queue does not answer'))
    // The signal rejects the sleep. The loop condition then ends the loop.
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}

// One query for all queues instead of one for each.
async function findDue(root: Root): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from jobs.job where state < 'active' and start_after < now()`.execute(root)
  return new Set(rows.map(({ name }) => name))
}

// The heartbeat. The timeout of a job counts from this time, so a long job does not look dead.
async function beat(root: Root, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update jobs.job set started_on = now() where id = any(${ids}::uuid[]) and state = 'active'`.execute(
    root,
  )
}

// Every process queues them. The key admits one job per interval.
async function queueScheduled(root: Root, handlers: readonly JobHandler[]): Promise<void> {
  const seconds = now().getTime() / 1000
  for (const { kind, everySeconds } of handlers) {
    if (everySeconds === undefined) continue
    const stretch = Math.floor(seconds / everySeconds)
    await queueJob(root, kind, {}, { key: `every ${everySeconds}: ${stretch}` })
  }
}
