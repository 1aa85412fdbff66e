import type { MoySkladKind, MoySkladPart } from '@artel/contract/moysklad/moysklad.line'
import type { MoySkladRead, MoySkladReading } from '@artel/contract/moysklad/moysklad.stored'
import { sql } from 'kysely'
import { now, nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { askPage, changedSince, maxIds, pageOf, type RequestContext, withIds } from '../client/ask.ts'
import { MoySkladError } from '../client/errors.ts'
import { readRows, type TheirList } from '../client/shapes.ts'
import { markGone, storeItems } from '../items/items.ts'
import { listsOf } from '../moysklad.lists.ts'
import { findCursors, updateConnection, updateCursor } from '../moysklad.queries.ts'
import { partsOf } from '../moysklad.show.ts'
import type { RunLease } from './lease.ts'

/** Maximum concurrent page requests, one less than MoySklad allows for a user. */
const pagesAhead = 4
/** Maximum rows of a list: several times what a large warehouse has. A list that states more is an error. */
const maxRows = 1_000_000
/**
 * Maximum consecutive pages whose rows were all on the page before. Fewer can occur, because rows may move to
 * the next page during the read.
 */
const maxRepeats = 3

/** Overlap of two reads of changes, ms, because clocks differ and MoySklad may show a change late. */
const overlapMs = 300_000

export const kindsOf = (parts: readonly string[]): MoySkladKind[] =>
  partsOf(parts).filter((part) => part !== 'stock')

/**
 * Plans what a run reads of each part: the changes since an instant, or everything. A part that is being read
 * already continues, unless a full read must replace a read of changes.
 */
export async function planReadings(db: Db, parts: readonly string[], wantsFull: boolean): Promise<void> {
  const began_at = nowIso()
  for (const cursor of await findCursors(db)) {
    if (cursor.part === 'stock' || !parts.includes(cursor.part)) continue
    const { reading, changed_until } = cursor
    if (reading && (reading.is_full || !wantsFull)) continue
    const is_full = wantsFull || changed_until === null
    const since = is_full ? null : new Date(Date.parse(changed_until ?? '') - overlapMs).toISOString()
    await updateCursor(db, cursor.part, { reading: { is_full, since, began_at, list: 0, offset: 0 } })
  }
}

/** Continues to read a part from its saved position. @returns whether the part is read to its end */
export async function readPart(lease: RunLease, part: MoySkladKind): Promise<boolean> {
  const [cursor] = (await lease.commit(findCursors)).filter((one) => one.part === part)
  if (!cursor?.reading) return true
  let { reading } = cursor
  for (const list of listsOf[part].slice(reading.list)) {
    const isRead = await readList(lease, part, list, reading)
    if (!isRead) return false
    reading = { ...reading, list: reading.list + 1, offset: 0 }
    await lease.commit((db) => updateCursor(db, part, { reading }))
  }
  if (reading.is_full && !(await findGone(lease, part, reading.began_at))) return false
  const { began_at, is_full } = reading
  await lease.commit((db) =>
    updateCursor(db, part, {
      reading: null,
      changed_until: began_at,
      ...(is_full && { reconciled_at: began_at }),
    }),
  )
  return true
}

/**
 * Reads the pages of a list. Requests several pages at once and saves them in order.
 * @returns whether the list is read to its end
 */
async function readList(
  lease: RunLease,
  part: MoySkladKind,
  list: TheirList,
  reading: MoySkladReading,
): Promise<boolean> {
  const limit = pageOf(list)
  const filters = reading.since === null ? [] : [changedSince(reading.since)]
  const leaving = new AbortController()
  const signal = AbortSignal.any([lease.requestContext.signal, leaving.signal])
  const requestContext: RequestContext = { ...lease.requestContext, signal }
  const ask = (offset: number) => {
    const page = askPage(requestContext, list, { limit, offset, filters })
    // The page is awaited in its order. Catch a rejection here, because nobody handles it until then.
    page.catch(() => undefined)
    return { offset, page }
  }
  const ahead = [ask(reading.offset)]
  let next = reading.offset + limit
  const isEndless = endlessness()
  try {
    for (let one = ahead.shift(); one; one = ahead.shift()) {
      const { rows, total } = await one.page
      const page = { ...(await readRows(list, rows)), total, length: rows.length }
      if (isEndless(page, one.offset)) {
        // Restart the list, so that no row is missing once MoySklad works again.
        await lease.commit((db) => updateCursor(db, part, { reading: { ...reading, offset: 0 } }))
        throw new MoySkladError('broken')
      }
      while (ahead.length < pagesAhead && next < page.total && lease.hasTime) {
        ahead.push(ask(next))
        next += limit
      }
      await keepPage(lease, part, list, { ...reading, offset: one.offset + limit }, page)
      if (next >= page.total && ahead.length === 0) return true
    }
    return false
  } finally {
    leaving.abort()
  }
}

type Page = Awaited<ReturnType<typeof readRows>> & { total: number; length: number }

/**
 * Detects a list whose pages would never end: it states more rows than any list has, it has no rows where it
 * states more, or it repeats the same rows. So no stated size makes a run endless.
 */
function endlessness(): (page: Page, offset: number) => boolean {
  let before = new Set<string>()
  let repeats = 0
  return ({ items, length, total }, offset) => {
    repeats =
      items.length > 0 && items.every(({ moy_sklad_id }) => before.has(moy_sklad_id)) ? repeats + 1 : 0
    before = new Set(items.map(({ moy_sklad_id }) => moy_sklad_id))
    return total > maxRows || (length === 0 && offset < total) || repeats >= maxRepeats
  }
}

async function keepPage(
  lease: RunLease,
  part: MoySkladKind,
  list: TheirList,
  reading: MoySkladReading,
  { total, items, unread, length }: Page,
): Promise<void> {
  await lease.commit(async (db) => {
    await storeItems(db, items, nowIso())
    await updateCursor(db, part, { reading })
    lease.count({ failed: unread })
    // A part with two lists has the total of both, as far as it is known.
    const before = reading.list === 0 ? 0 : lease.readOf(part) - (reading.offset - pageOf(list))
    lease.note(part, { total: Math.max(0, before) + total, add: { read: length } })
  })
  lease.markSaved()
}

/**
 * Requests items that were not in the lists by id before they are marked as gone. If rows are added or
 * removed during a read, other rows can move from one page to the next and be in neither.
 * @returns whether all missing items are checked
 */
async function findGone(lease: RunLease, part: MoySkladKind, since: string): Promise<boolean> {
  let after = 0
  for (;;) {
    if (!lease.hasTime) return false
    const rows = await lease.commit((db) => findUnread(db, part, since, after))
    const last = rows.at(-1)
    if (!last) return true
    const settled = await lookUp(
      lease,
      part,
      rows.map(({ moy_sklad_id }) => moy_sklad_id),
    )
    if (settled > 0) lease.markSaved()
    after = last.id
  }
}

const findUnread = (db: Db, kind: MoySkladKind, since: string, after: number) =>
  db.query(sql<{ id: number; moy_sklad_id: string }>`
    select id, moy_sklad_id from moysklad_items
    where company_id = ${db.companyId} and kind = ${kind} and gone_at is null and read_at < ${since}
      and id > ${after}
    order by id limit ${maxIds}`)

/**
 * Reads items by id, at most `maxIds`. Items that MoySklad no longer has are marked as gone.
 * @returns the number of items that were read or marked
 */
export async function lookUp(lease: RunLease, part: MoySkladKind, ids: readonly string[]): Promise<number> {
  const found: MoySkladRead[] = []
  let [missing, unread] = [ids, 0]
  for (const list of listsOf[part]) {
    const limit = pageOf(list)
    for (let offset = 0; missing.length > 0 && offset < ids.length; offset += limit) {
      const { rows } = await askPage(lease.requestContext, list, { limit, offset, filters: withIds(missing) })
      const read = await readRows(list, rows)
      found.push(...read.items)
      unread += read.unread
    }
    const known = new Set(found.map(({ moy_sklad_id }) => moy_sklad_id))
    missing = missing.filter((id) => !known.has(id))
  }
  return lease.commit(async (db) => {
    await storeItems(db, found, nowIso())
    // A row that cannot be read is not gone, and it may be any of the missing items.
    const gone = unread > 0 ? 0 : await markGone(db, lease.run.id, part, missing)
    lease.count({ gone, failed: unread })
    return found.length + gone
  })
}

/** Excludes a part from sync if the token may not read it. @throws every other error */
export async function leaveForbidden(lease: RunLease, part: MoySkladPart, error: unknown): Promise<void> {
  if (!(error instanceof MoySkladError) || error.fault !== 'forbidden') throw error
  await lease.commit(async (db) => {
    await updateConnection(db, { readable: sql<string[]>`array_remove(readable, ${part})` })
    if (part !== 'stock') await updateCursor(db, part, { reading: null })
  })
}

/** Whether an instant is recent enough for MoySklad's report of changes, which goes back one day. */
export const isRecent = (instant: string | null): instant is string =>
  instant !== null && now().getTime() - Date.parse(instant) < 23 * 3_600_000

export const withOverlap = (instant: string): string =>
  new Date(Date.parse(instant) - overlapMs).toISOString()
