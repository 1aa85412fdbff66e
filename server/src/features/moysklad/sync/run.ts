import type { MoySkladReason } from '@artel/contract/moysklad/moysklad.line'
import { sql } from 'kysely'
import { now, nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { askStock } from '../client/ask.ts'
import { findCursors, updateConnection, updateCursor } from '../moysklad.queries.ts'
import { everyMs, pauseOf } from '../moysklad.show.ts'
import { writeStock } from '../stock/stock.ts'
import { handleEvents } from '../webhooks/events.ts'
import type { RunLease } from './lease.ts'
import { planItems } from './plan.ts'
import { isRecent, kindsOf, leaveForbidden, planReadings, readPart, withOverlap } from './read.ts'
import { findLastReading, finishRun } from './runs.queries.ts'
import { wakeAll, wakeLater } from './wake.ts'
import { writeItems } from './write.ts'

const plannedAtOnce = 500
const writtenAtOnce = 500
const stockAtOnce = 5000

/**
 * Local hour of the nightly full check, when nobody works. Companies start at random times within an hour, so
 * that they do not all start in the same minute.
 */
const nightHour = 3

/** Instant of the next nightly full check of a company. */
export function nextNight(timezone: number): string {
  const dayMs = 86_400_000
  const local = now().getTime() + timezone * 3_600_000
  const midnight = Math.floor(local / dayMs) * dayMs
  const spread = Math.floor(Math.random() * 3600) * 1000
  const tonight = midnight + nightHour * 3_600_000 + spread
  const next = tonight > local + 3_600_000 ? tonight : tonight + dayMs
  return new Date(next - timezone * 3_600_000).toISOString()
}

/** Reason to start an automatic run of a company now; null: none is due. */
export async function findDue(
  db: Db,
  { state, paused_until, pause_reason, full_due_at }: DueRow,
): Promise<MoySkladReason | null> {
  if ((state !== 'on' && state !== 'reading') || pauseOf({ paused_until, pause_reason })) return null
  const last = await db
    .from('moysklad_runs')
    .select('state')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.state === 'waiting' || last?.state === 'running') return null
  // If a person stopped the first run, only a person starts it again.
  if (state === 'reading') return last?.state === 'failed' ? 'first' : null
  const at = now().getTime()
  if (full_due_at !== null && Date.parse(full_due_at) <= at) return 'full'
  const read = await findLastReading(db)
  if (read === null || Date.parse(read) <= at - everyMs) return 'schedule'
  const waits = await db
    .from('moysklad_events')
    .select('id')
    .where('handled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return waits ? 'event' : null
}
type DueRow = Pick<RunLease['connection'], 'state' | 'paused_until' | 'pause_reason' | 'full_due_at'>

/** Prepares a new run: plans what it reads. */
export async function prepareRun(
  db: Db,
  run: RunLease['run'],
  connection: RunLease['connection'],
): Promise<void> {
  const { state, parts, readable, full_due_at } = connection
  const isDue = full_due_at !== null && Date.parse(full_due_at) <= now().getTime()
  const isFull = run.reason === 'full' || isDue
  // A full check also reads forbidden parts, to find out whether they are still forbidden.
  const chosen = isFull || state === 'reading' ? parts : parts.filter((part) => readable.includes(part))
  if (run.reason !== 'event' || isFull) await planReadings(db, chosen, isFull || state === 'reading')
  if (state !== 'on') return
  // Compare all items, because a read does not show what people have changed in Artel.
  if (isFull) await wakeLater(db)
  if (full_due_at === null || isFull) {
    const { timezone } = await db.company().select('timezone').executeTakeFirstOrThrow()
    await updateConnection(db, { full_due_at: nextNight(timezone) })
  }
  if (isFull && parts.includes('stock')) await updateCursor(db, 'stock', { changed_until: null })
}

/**
 * Works on a run until it ends or the time is up.
 * @returns whether the run has ended @throws MoySkladError, LeaseLostError
 */
export async function workRun(lease: RunLease): Promise<boolean> {
  const { connection, run } = lease
  const isFirst = connection.state === 'reading'
  const kinds = kindsOf(connection.parts)
  if (!(await wakeAll(lease))) return false
  // First write items that wait from earlier runs or were decided meanwhile. They need no answer of MoySklad.
  if (!isFirst && !(await writeAll(lease))) return false
  const { isDone, hasStock } = await handleEvents(lease)
  if (!isDone) return false
  let isForbidden = false
  for (const kind of kinds) {
    try {
      if (!(await readPart(lease, kind))) return false
    } catch (error) {
      await leaveForbidden(lease, kind, error)
      isForbidden = true
    }
  }
  if (isFirst) return (await planAll(lease)) && endFirst(lease)
  if (!(await writeAll(lease))) return false
  if (connection.parts.includes('stock') && (run.reason !== 'event' || hasStock)) {
    try {
      await readStock(lease)
    } catch (error) {
      await leaveForbidden(lease, 'stock', error)
      isForbidden = true
    }
  }
  await lease.commit((db) => endRun(db, lease, isForbidden))
  return true
}

async function planAll(lease: RunLease): Promise<boolean> {
  const { organization_id, owners, parts } = lease.connection
  while (lease.hasTime) {
    const seen = await lease.commit((db) =>
      planItems(db, organization_id, owners, kindsOf(parts), plannedAtOnce),
    )
    if (seen === 0) return true
  }
  return false
}

async function writeAll(lease: RunLease): Promise<boolean> {
  const { owners, parts } = lease.connection
  for (const kind of kindsOf(parts)) {
    for (let isFirst = true; ; isFirst = false) {
      if (!lease.hasTime) return false
      const { seen } = await lease.commit(async (db) => {
        if (isFirst) lease.note(kind, { total: await countWaiting(db, kind) })
        const { seen, ...counts } = await writeItems(db, lease.run.id, owners, kind, writtenAtOnce)
        lease.count(counts)
        lease.note(kind, { add: { written: seen } })
        return { seen }
      })
      if (seen === 0) break
      lease.markSaved()
    }
  }
  return true
}

async function countWaiting(db: Db, kind: string): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    select count(*) as count from moysklad_items
    where company_id = ${db.companyId} and kind = ${kind} and is_waiting`)
  return row?.count ?? 0
}

/** Reads stock: all of it, or the changes if MoySklad's report goes back far enough. */
async function readStock(lease: RunLease): Promise<void> {
  const cursor = (await lease.commit(findCursors)).find(({ part }) => part === 'stock')
  const changed = cursor?.changed_until ?? null
  const isKnown = isRecent(changed) && !(await lease.commit((db) => hasNewLinks(db, changed)))
  const since = isKnown ? withOverlap(changed) : null
  const began = nowIso()
  const { rows, unread } = await askStock(lease.requestContext, since)
  // A full report is written as one batch, because a product that it does not contain has no stock.
  const most = since === null ? Math.max(1, rows.length) : stockAtOnce
  for (let from = 0; from === 0 || from < rows.length; from += most) {
    // Not a copy, because one batch may have hundreds of thousands of rows.
    const some = most < rows.length ? rows.slice(from, from + most) : rows
    await lease.commit(async (db) => {
      const stock = await writeStock(db, lease.run.id, some, since === null)
      lease.count({ stock, failed: from === 0 ? unread : 0 })
      lease.note('stock', { total: rows.length, add: { read: some.length, written: some.length } })
    })
  }
  await lease.commit((db) =>
    updateCursor(db, 'stock', {
      changed_until: began,
      succeeded_at: began,
      ...(since === null && { reconciled_at: began }),
    }),
  )
}

/**
 * Whether a product or store was linked since then. Its stock was never read, and a report of changes may not
 * contain it.
 */
async function hasNewLinks(db: Db, since: string): Promise<boolean> {
  const found = await db
    .from('moysklad_log')
    .select('id')
    .where('created_at', '>=', since)
    .where('action', 'in', ['create', 'tie'])
    .where('part', 'in', ['product', 'store'])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Ends the first read. Nothing is written yet, because the owner first looks at the preview. */
async function endFirst(lease: RunLease): Promise<true> {
  await lease.commit(async (db) => {
    await updateConnection(db, { state: 'checking', pauses: 0, paused_until: null, pause_reason: null })
    await finishRun(db, lease.run.id, { state: 'done' })
  })
  return true
}

async function endRun(db: Db, { run, connection }: RunLease, isForbidden: boolean): Promise<void> {
  await updateConnection(db, { pauses: 0, paused_until: null, pause_reason: null })
  if (run.reason !== 'event') {
    const at = nowIso()
    for (const kind of kindsOf(connection.parts))
      if (connection.readable.includes(kind)) await updateCursor(db, kind, { succeeded_at: at })
  }
  await finishRun(db, run.id, isForbidden ? { state: 'failed', failure: 'forbidden' } : { state: 'done' })
}
