import { moySkladKinds } from '@artel/contract/moysklad/moysklad.line'
import type { MoySkladEvent } from '@artel/contract/moysklad/moysklad.stored'
import { sql } from 'kysely'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { maxIds } from '../client/ask.ts'
import { updateConnection } from '../moysklad.queries.ts'
import type { RunLease } from '../sync/lease.ts'
import { lookUp } from '../sync/read.ts'

const takenAtOnce = 100
/**
 * Days to keep handled messages. MoySklad repeats a message for less time, so a repeated number is always
 * recognized.
 */
const keptDays = 1

/**
 * Handles waiting webhook messages: reads the items that they name.
 * @returns whether no message waits any more, and whether a message reported stock
 */
export async function handleEvents(lease: RunLease): Promise<{ isDone: boolean; hasStock: boolean }> {
  const { parts } = lease.connection
  let hasStock = false
  while (lease.hasTime) {
    const rows = portionOf(await lease.commit(findWaiting))
    if (rows.length === 0) return { isDone: true, hasStock }
    hasStock ||= rows.some(({ body }) => body.has_stock)
    const meant = rows.flatMap(({ body }) => body.meant).filter(({ kind }) => parts.includes(kind))
    try {
      await lookUpAll(lease, meant)
    } catch (error) {
      if (!isDataError(error)) throw error
      // The message would fail in every run and block all later ones. A full check finds the changes instead.
      await lease.commit((db) => updateConnection(db, { full_due_at: nowIso() }))
    }
    const ids = rows.map(({ id }) => id)
    await lease.commit((db) => markEventsHandled(db, ids))
    lease.markSaved()
  }
  return { isDone: false, hasStock }
}

/**
 * The first messages, as many as name no more ids than one request does, so that a turn that ends repeats
 * little.
 */
function portionOf<Row extends { body: MoySkladEvent }>(rows: readonly Row[]): Row[] {
  const portion: Row[] = []
  let ids = 0
  for (const row of rows) {
    ids += row.body.meant.length
    if (portion.length > 0 && ids > maxIds) break
    portion.push(row)
  }
  return portion
}

async function lookUpAll(lease: RunLease, meant: MoySkladEvent['meant']): Promise<void> {
  for (const kind of moySkladKinds) {
    const ofKind = meant.filter((one) => one.kind === kind)
    const ids = await lease.commit((db) => findOlder(db, ofKind))
    for (let from = 0; from < ids.length; from += maxIds)
      await lookUp(lease, kind, ids.slice(from, from + maxIds))
  }
}

/**
 * Whether PostgreSQL rejects the data itself: class 22 is an invalid value, class 23 a violated constraint.
 */
const isDataError = (error: unknown): boolean =>
  /^2[23]/.test(String((error as { code?: unknown }).code ?? '')) // unknown, because it may be missing

const findWaiting = (db: Db) =>
  db
    .from('moysklad_events')
    .select(['id', 'body'])
    .where('handled_at', 'is', null)
    .orderBy('id')
    .limit(takenAtOnce)
    .execute()

/**
 * Finds the named items whose stored version is older than the message. Others are up to date, because we
 * made the change ourselves or an earlier message reported it.
 */
async function findOlder(db: Db, meant: MoySkladEvent['meant']): Promise<string[]> {
  if (meant.length === 0) return []
  const rows = await db.query(sql<{ id: string }>`
    select distinct told.id
    from jsonb_to_recordset(${JSON.stringify(meant)}::jsonb) as told (id text, at timestamptz)
    left join moysklad_items as item on item.company_id = ${db.companyId} and item.moy_sklad_id = told.id
    -- Told to the second: of what was changed in that same one it is not known which came first.
    where told.at is null or item.id is null or item.gone_at is not null
      or item.their_updated_at is null or item.their_updated_at < told.at + interval '1 second'`)
  return rows.map(({ id }) => id)
}

// Not all up to the last one: a message with a lower number may have been committed after these were read.
async function markEventsHandled(db: Db, ids: readonly number[]): Promise<void> {
  await db.update('moysklad_events', { handled_at: nowIso() }).where('id', 'in', ids).execute()
  const old = new Date(Date.parse(nowIso()) - keptDays * 86_400_000).toISOString()
  await db.remove('moysklad_events').where('handled_at', '<', old).execute()
}
