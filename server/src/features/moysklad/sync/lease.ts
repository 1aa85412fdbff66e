import { randomUUID } from 'node:crypto'
import type { MoySkladPart } from '@artel/contract/moysklad/moysklad.line'
import type { MoySkladProgress } from '@artel/contract/moysklad/moysklad.stored'
import { type RawBuilder, sql } from 'kysely'
import type { Root } from '../../../database/connection/open.ts'
import { Db } from '../../../database/db.ts'
import { inTransaction } from '../../../database/transaction.ts'
import type { LiveEvents } from '../../../events/live-events.ts'
import type { RequestContext } from '../client/ask.ts'
import type { ConnectionRow } from '../moysklad.queries.ts'
import type { LockedRun } from './runs.queries.ts'

/** This process no longer holds the run: somebody has ended it, or another process has claimed it. */
export class LeaseLostError extends Error {}

/** The turn of the run is over while it waits for MoySklad. */
class TurnOverError extends Error {}

type Counts = Record<'created' | 'tied' | 'changed' | 'failed' | 'gone' | 'stock', number>
const none: Counts = { created: 0, tied: 0, changed: 0, failed: 0, gone: 0, stock: 0 }

/** Seconds without a heartbeat after which another process may claim the run. */
const leaseSeconds = 60
const heartbeatMs = 10_000
/** Time after a turn for the requests that are under way, as a share of the turn. */
const graceShare = 1 / 6
/** Minimum interval between progress events, ms. */
const progressIntervalMs = 700

type Opened = {
  root: Root
  publish: LiveEvents['publish']
  connection: ConnectionRow
  requestContext: Omit<RequestContext, 'requestCounts' | 'signal'>
  signal: AbortSignal
  /** How long to work on the run before it is left to the next job, ms. */
  turnMs: number
}

/**
 * Claims the active run of a company that no worker holds.
 * @returns undefined if there is no run, or a worker holds it
 */
export async function claimRun(db: Db, holder: string): Promise<LockedRun | undefined> {
  const [row] = await db.query(sql<LockedRun>`
    update moysklad_runs set state = 'running', held_by = ${holder}, heard_at = clock_timestamp()
    where company_id = ${db.companyId} and state in ('waiting', 'running')
      and (held_by is null or heard_at < clock_timestamp() - make_interval(secs => ${leaseSeconds}))
    returning *`)
  return row
}

export const newWorkerId = (): string => randomUUID()

/**
 * A lease on a run. Each transaction checks that this process still holds the run, and renews the lease. After
 * a turn, `requestContext.signal` ends what still waits for MoySklad: soon if the next turn continues behind what this
 * one has saved. Otherwise it waits as long again, because the next turn would ask the same.
 */
export class RunLease {
  readonly run: LockedRun
  readonly connection: ConnectionRow
  readonly requestContext: RequestContext
  readonly #opened: Opened
  readonly #over = new AbortController()
  readonly #beating: NodeJS.Timeout
  readonly #until: number
  readonly #ends: NodeJS.Timeout[]
  readonly #requestCounts = { requests: 0, limited: 0 }
  #counts = { ...none }
  #progress: MoySkladProgress
  #toldAt = 0
  #hasSaved = false

  constructor(opened: Opened, run: LockedRun) {
    this.#opened = opened
    this.run = run
    this.connection = opened.connection
    this.#progress = run.progress
    const signal = AbortSignal.any([opened.signal, this.#over.signal])
    this.requestContext = { ...opened.requestContext, requestCounts: this.#requestCounts, signal }
    this.#beating = setInterval(() => void this.#beat(), heartbeatMs)
    const { turnMs } = opened
    this.#until = performance.now() + turnMs
    const end = () => this.#over.abort(new TurnOverError())
    this.#ends = [
      setTimeout(() => this.#hasSaved && end(), turnMs * (1 + graceShare)),
      setTimeout(end, 2 * turnMs),
    ]
  }

  get hasTime(): boolean {
    return performance.now() < this.#until && !this.requestContext.signal.aborted
  }

  /** Whether this turn has stored any progress, so that the next turn need not start at the same place. */
  get hasSaved(): boolean {
    return this.#hasSaved
  }

  markSaved(): void {
    this.#hasSaved = true
  }

  /** Whether work failed because the turn is over. */
  isTurnOver(error: unknown): boolean {
    const { reason } = this.requestContext.signal
    if (!(reason instanceof TurnOverError)) return false
    return error === reason || (error instanceof Error && error.cause === reason)
  }

  /** Rows of a part that this run has read. */
  readOf(part: MoySkladPart): number {
    return this.#progress.find((one) => one.part === part)?.read ?? 0
  }

  count(counts: Partial<Counts>): void {
    for (const [name, more] of Object.entries(counts)) this.#counts[name as keyof Counts] += more // its own names
  }

  /** Records the progress of a part; `add`: added to the numbers so far. */
  note(
    part: MoySkladPart,
    { total, add }: { total?: number; add?: { read?: number; written?: number } },
  ): void {
    const at = this.#progress.find((one) => one.part === part) ?? { part, total: null, read: 0, written: 0 }
    const next = {
      ...at,
      ...(total !== undefined && { total: Math.max(total, at.total ?? 0) }),
      read: at.read + (add?.read ?? 0),
      written: at.written + (add?.written ?? 0),
    }
    const others = this.#progress.filter((one) => one.part !== part)
    this.#progress = [...others, next].sort((one, other) => order(one.part) - order(other.part))
  }

  /**
   * Runs `work` and saves the progress of the run in one transaction. `work` must be safe to repeat.
   * @throws LeaseLostError if another process has claimed the run, or if the run has ended. The transaction is
   * rolled back then.
   */
  async commit<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const before = { counts: { ...this.#counts }, progress: this.#progress }
    const requestCounts = { ...this.#requestCounts }
    const counted = () => ({ counts: this.#counts, progress: this.#progress })
    let announced: Db['announcements'] = []
    const done = await this.#restoring(before, () =>
      inTransaction(this.#opened.root, async (connection) => {
        this.#counts = { ...before.counts }
        this.#progress = before.progress
        const db = new Db(connection, this.connection.company_id)
        await this.#hold(db)
        const result = await work(db)
        await db
          .update('moysklad_runs', changeOf(counted(), requestCounts))
          .where('id', '=', this.run.id)
          .execute()
        this.#tell(db)
        announced = db.announcements
        return result
      }),
    )
    this.#counts = { ...none }
    this.#requestCounts.requests -= requestCounts.requests
    this.#requestCounts.limited -= requestCounts.limited
    this.#opened.publish(announced)
    return done
  }

  /** Restores the counts if `work` fails, because what was not written must not be counted. */
  async #restoring<Result>(
    { counts, progress }: { counts: Counts; progress: MoySkladProgress },
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      this.#counts = counts
      this.#progress = progress
      throw error
    }
  }

  /** Releases the run to the next job. */
  async release(): Promise<void> {
    await this.commit((db) =>
      db.update('moysklad_runs', { held_by: null, heard_at: null }).where('id', '=', this.run.id).execute(),
    )
  }

  /** Stops the heartbeat and aborts open requests. */
  close(): void {
    clearInterval(this.#beating)
    for (const end of this.#ends) clearTimeout(end)
    this.#over.abort()
  }

  // Locks the run first. So a call that ends the run waits until the current write is complete.
  async #hold(db: Db): Promise<void> {
    const [row] = await db.query(sql<{ id: number }>`
      update moysklad_runs set heard_at = clock_timestamp()
      where company_id = ${db.companyId} and id = ${this.run.id} and state = 'running'
        and held_by = ${this.run.held_by}
      returning id`)
    if (!row) throw new LeaseLostError()
  }

  #tell(db: Db): void {
    const at = performance.now()
    if (at - this.#toldAt < progressIntervalMs) return
    this.#toldAt = at
    db.announce({ entity: 'moy_sklad', id: 0, action: 'update' }, [])
  }

  async #beat(): Promise<void> {
    try {
      await this.#hold(new Db(this.#opened.root, this.connection.company_id))
    } catch (error) {
      // If the database is unavailable, the current write fails by itself.
      if (error instanceof LeaseLostError) this.#over.abort(error)
    }
  }
}

const parts = ['organization', 'store', 'product', 'employee', 'stock']
const order = (part: string): number => parts.indexOf(part)

function changeOf(
  { counts, progress }: { counts: Counts; progress: MoySkladProgress },
  requestCounts: { requests: number; limited: number },
) {
  const added = Object.entries({ ...counts, ...requestCounts }).map(
    ([name, more]): [string, RawBuilder<number>] => [name, sql<number>`${sql.ref(name)} + ${more}`],
  )
  const sums = Object.fromEntries(added) as Record<keyof Counts | 'requests' | 'limited', RawBuilder<number>> // each
  return { ...sums, progress: sql<MoySkladProgress>`${JSON.stringify(progress)}::jsonb` }
}
