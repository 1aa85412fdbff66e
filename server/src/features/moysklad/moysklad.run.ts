import type { MoySkladReason } from '@artel/contract/moysklad.line'
import { sql } from 'kysely'
import { now, nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { askStock } from './moysklad.ask.ts'
import { handleEvents } from './moysklad.events.ts'
import { wakeItems } from './moysklad.items.ts'
import { planItems } from './moysklad.plan.ts'
import { findCursors, updateConnection, updateCursor } from './moysklad.queries.ts'
import { isRecent, kindsOf, leaveForbidden, planReadings, readPart, withOverlap } from './moysklad.read.ts'
import { finishRun } from './moysklad.runs.queries.ts'
import { everyMs, pauseOf } from './moysklad.show.ts'
import { writeStock } from './moysklad.stock.ts'
import type { Turn } from './moysklad.turn.ts'
import { writeItems } from './moysklad.write.ts'

const plannedAtOnce = 500
const writtenAtOnce = 500
const stockAtOnce = 5000

/** Each night, when nobody works, all is read once more; companies do not all begin in the same minute. */
const nightHour = 3

/** The next night of a company, as an instant. */
export function nextNight(timezone: number): string {
  const dayMs = 86_400_000
  const local = now().getTime() + timezone * 3_600_000
  const midnight = Math.floor(local / dayMs) * dayMs
  const spread = Math.floor(Math.random() * 3600) * 1000
  const tonight = midnight + nightHour * 3_600_000 + spread
  const next = tonight > local + 3_600_000 ? tonight : tonight + dayMs
  return new Date(next - timezone * 3_600_000).toISOString()
}

/** Why a company is to read now by itself; null: it is not. */
export async function findDue(
  db: Db,
  { state, paused_until, pause_reason, full_due_at }: DueRow,
): Promise<MoySkladReason | null> {
  if ((state !== 'on' && state !== 'reading') || pauseOf({ paused_until, pause_reason })) return null
  const last = await db
    .from('moysklad_runs')
    .select(['state', 'reason', 'started_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.state === 'waiting' || last?.state === 'running') return null
  // Stopped by a person, who begins it again when they want it.
  if (state === 'reading') return last?.state === 'failed' ? 'first' : null
  const at = now().getTime()
  if (full_due_at !== null && Date.parse(full_due_at) <= at) return 'full'
  if (!last || Date.parse(last.started_at) <= at - everyMs) return 'schedule'
  const waits = await db
    .from('moysklad_events')
    .select('id')
    .where('handled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return waits ? 'event' : null
}
type DueRow = Pick<Turn['connection'], 'state' | 'paused_until' | 'pause_reason' | 'full_due_at'>

/** What a run that begins is to do. */
export async function prepareRun(db: Db, run: Turn['run'], connection: Turn['connection']): Promise<void> {
  const { state, parts, readable, full_due_at } = connection
  const isDue = full_due_at !== null && Date.parse(full_due_at) <= now().getTime()
  const isFull = run.reason === 'full' || isDue
  // A full one finds out whether what was forbidden is so still.
  const chosen = isFull || state === 'reading' ? parts : parts.filter((part) => readable.includes(part))
  if (run.reason !== 'event' || isFull) await planReadings(db, chosen, isFull || state === 'reading')
  if (state !== 'on') return
  // What was changed here since by hand is seen by none of what is read: all is compared.
  if (isFull) await wakeItems(db, kindsOf(parts))
  if (full_due_at === null || isFull) {
    const { timezone } = await db.company().select('timezone').executeTakeFirstOrThrow()
    await updateConnection(db, { full_due_at: nextNight(timezone) })
  }
  if (isFull && parts.includes('stock')) await updateCursor(db, 'stock', { changed_until: null })
}

/** Works a run as far as it gets. @returns whether it is at its end @throws MoySkladError, TurnOver */
export async function workRun(turn: Turn): Promise<boolean> {
  const { connection, run } = turn
  const isFirst = connection.state === 'reading'
  const kinds = kindsOf(connection.parts)
  // What waits from before, or was decided meanwhile, waits for nobody's answer.
  if (!isFirst && !(await writeAll(turn))) return false
  const { isDone, hasStock } = await handleEvents(turn)
  if (!isDone) return false
  let isForbidden = false
  for (const kind of kinds) {
    try {
      if (!(await readPart(turn, kind))) return false
    } catch (error) {
      await leaveForbidden(turn, kind, error)
      isForbidden = true
    }
  }
  if (isFirst) return (await planAll(turn)) && endFirst(turn)
  if (!(await writeAll(turn))) return false
  if (connection.parts.includes('stock') && (run.reason !== 'event' || hasStock)) {
    try {
      await readStock(turn)
    } catch (error) {
      await leaveForbidden(turn, 'stock', error)
      isForbidden = true
    }
  }
  await turn.commit((db) => endRun(db, turn, isForbidden))
  return true
}

async function planAll(turn: Turn): Promise<boolean> {
  const { organization_id, owners, parts } = turn.connection
  while (turn.hasTime) {
    const seen = await turn.commit((db) =>
      planItems(db, organization_id, owners, kindsOf(parts), plannedAtOnce),
    )
    if (seen === 0) return true
  }
  return false
}

async function writeAll(turn: Turn): Promise<boolean> {
  const { owners, parts } = turn.connection
  for (const kind of kindsOf(parts)) {
    for (let isFirst = true; ; isFirst = false) {
      if (!turn.hasTime) return false
      const { seen } = await turn.commit(async (db) => {
        if (isFirst) turn.note(kind, { total: await countWaiting(db, kind) })
        const { seen, ...counts } = await writeItems(db, turn.run.id, owners, kind, writtenAtOnce)
        turn.count(counts)
        turn.note(kind, { add: { written: seen } })
        return { seen }
      })
      if (seen === 0) break
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

/** What lies where: all of it, or what has changed as far as they remember it. */
async function readStock(turn: Turn): Promise<void> {
  const cursor = (await turn.commit(findCursors)).find(({ part }) => part === 'stock')
  const changed = cursor?.changed_until ?? null
  const isKnown = isRecent(changed) && !(await turn.commit((db) => hasNewlyTied(db, changed)))
  const since = isKnown ? withOverlap(changed) : null
  const began = nowIso()
  const { rows, unread } = await askStock(turn.asking, since)
  // All of it is one picture: what is not in it lies nowhere.
  const most = since === null ? Math.max(1, rows.length) : stockAtOnce
  for (let from = 0; from === 0 || from < rows.length; from += most) {
    const some = rows.slice(from, from + most)
    await turn.commit(async (db) => {
      const stock = await writeStock(db, turn.run.id, some, since === null)
      turn.count({ stock, failed: from === 0 ? unread : 0 })
      turn.note('stock', { total: rows.length, add: { read: some.length, written: some.length } })
    })
  }
  await turn.commit((db) =>
    updateCursor(db, 'stock', {
      ...{ changed_until: began, succeeded_at: began },
      ...(since === null && { reconciled_at: began }),
    }),
  )
}

/** Of what was tied since then nothing has been counted yet, whatever has changed of it. */
async function hasNewlyTied(db: Db, since: string): Promise<boolean> {
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

/** All is read, and nothing is changed yet: the owner looks at what would be. */
async function endFirst(turn: Turn): Promise<true> {
  await turn.commit(async (db) => {
    await updateConnection(db, { state: 'checking', pauses: 0, paused_until: null, pause_reason: null })
    await finishRun(db, turn.run.id, { state: 'done' })
  })
  return true
}

async function endRun(db: Db, { run, connection }: Turn, isForbidden: boolean): Promise<void> {
  await updateConnection(db, { pauses: 0, paused_until: null, pause_reason: null })
  if (run.reason !== 'event') {
    const at = nowIso()
    for (const kind of kindsOf(connection.parts))
      if (connection.readable.includes(kind)) await updateCursor(db, kind, { succeeded_at: at })
  }
  await finishRun(db, run.id, isForbidden ? { state: 'failed', failure: 'forbidden' } : { state: 'done' })
}
