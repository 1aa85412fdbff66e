import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Root } from '../../database/connection/open.ts'
import { sumOf } from '../../database/queries/sums.ts'

/** What a process measures of itself, and of the queue that all processes share. */
export function openRegistry(root: Root, pools: CountedPools = {}): Registry {
  const registry = new Registry()
  // Before all others, because some of them take connections themselves.
  measurePools(registry, pools)
  collectDefaultMetrics({ register: registry })
  countJobs(root, registry)
  return registry
}

/**
 * A gauge that is read at each scrape. While the database or the disk does not answer it has no values, because the
 * others are needed even more then.
 */
function gauge<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: Label[],
  read: () => Promise<{ labels: Record<Label, string>; value: number }[]>,
): void {
  const metric = new Gauge({
    name,
    help,
    labelNames,
    registers: [],
    async collect() {
      const values = await read().catch(() => [])
      this.reset()
      for (const { labels, value } of values) this.set(labels, value)
    },
  })
  registry.registerMetric(metric)
}

/** How many connections a pool has, and how many callers wait for one. */
type CountedPools = Readonly<Record<string, { totalCount: number; idleCount: number; callers: number }>>

/** The connections to the database, by pool. */
function measurePools(registry: Registry, pools: CountedPools): void {
  const help = 'Connections to the database, and callers that wait for one'
  gauge(registry, 'artel_database_connections', help, ['pool', 'state'], async () =>
    Object.entries(pools).flatMap(([pool, { totalCount, idleCount, callers }]) => [
      { labels: { pool, state: 'busy' }, value: totalCount - idleCount },
      { labels: { pool, state: 'idle' }, value: idleCount },
      { labels: { pool, state: 'awaited' }, value: callers },
    ]),
  )
}

function countJobs(root: Root, registry: Registry): void {
  const help = 'Jobs that wait, run, or have failed for good'
  gauge(registry, 'artel_jobs', help, ['kind', 'state'], async () => {
    const { rows } = await sql<{ kind: string; state: string; value: number }>`
      select name as kind, state::text, count(*)::int8 as value from jobs.job
      where state in ('created', 'retry', 'active', 'failed') group by 1, 2`.execute(root)
    return rows.map(({ kind, state, value }) => ({ labels: { kind, state }, value }))
  })
  gauge(
    registry,
    'artel_job_oldest_seconds',
    'How long the oldest job that may run has waited',
    ['kind'],
    async () => {
      const { rows } = await sql<{ kind: string; value: number }>`
      select name as kind, extract(epoch from now() - min(start_after))::float8 as value from jobs.job
      where state < 'active' and start_after < now() group by 1`.execute(root)
      return rows.map(({ kind, value }) => ({ labels: { kind }, value }))
    },
  )
}

/** The media of all companies, and the room on the disk of `dataDir`. */
export function measureStorage(registry: Registry, root: Root, dataDir: string): void {
  gauge(registry, 'artel_media_bytes', 'Stored media of all companies', [], async () => {
    const { rows } = await sql<{ value: number }>`
      select ${sumOf('bytes')} as value from media_usage`.execute(root)
    return rows.map(({ value }) => ({ labels: {}, value }))
  })
  gauge(registry, 'artel_disk_free_bytes', 'Free room on the disk of DATA_DIR', [], async () => {
    const { bavail, bsize } = await statfs(dataDir)
    return [{ labels: {}, value: bavail * bsize }]
  })
}

/** @param count the open streams of live events */
export function measureStreams(registry: Registry, count: () => number): void {
  gauge(registry, 'artel_event_streams', 'Open streams of live events', [], async () => [
    { labels: {}, value: count() },
  ])
}

/** @returns a function that counts a job that has ended */
export function measureJobs(registry: Registry): (kind: string, seconds: number, isDone: boolean) => void {
  const metric = new Histogram({
    name: 'artel_job_seconds',
    help: 'Time that jobs ran in this process',
    labelNames: ['kind', 'outcome'],
    buckets: [0.1, 1, 10, 60, 600],
    registers: [registry],
  })
  return (kind, seconds, isDone) => metric.observe({ kind, outcome: isDone ? 'done' : 'failed' }, seconds)
}
