import type { MoySkladKind, MoySkladPart } from '@artel/contract/moysklad.line'
import type { MoySkladRead, MoySkladReading } from '@artel/contract/moysklad.stored'
import { sql } from 'kysely'
import { now, nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { type Asking, askPage, changedSince, mostIds, pageOf, withIds } from './moysklad.ask.ts'
import { MoySkladError } from './moysklad.errors.ts'
import { markGone, storeItems } from './moysklad.items.ts'
import { listsOf } from './moysklad.lists.ts'
import { findCursors, updateConnection, updateCursor } from './moysklad.queries.ts'
import { readRows, type TheirList } from './moysklad.shapes.ts'
import { partsOf } from './moysklad.show.ts'
import type { Turn } from './moysklad.turn.ts'

/** Pages on their way at once: one less than theirs for a user. */
const pagesAhead = 4
/** Rows of a list that are read at most: several times what a large warehouse has. A list that says more is not believed. */
const mostRows = 1_000_000
/** Pages in a row that bring nothing but what the page before them held. Rows may slip so from one page to the next. */
const mostRepeats = 3

/** Their clock and ours may differ by so much, and what they are just writing comes late. */
const overlapMs = 300_000

export const kindsOf = (parts: readonly string[]): MoySkladKind[] =>
  partsOf(parts).filter((part) => part !== 'stock')

/** Says what a run is to read: since when, or everything. Each part that is being read already goes on. */
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

/** Reads on where a part stands. @returns whether it is at its end */
export async function readPart(turn: Turn, part: MoySkladKind): Promise<boolean> {
  const [cursor] = (await turn.commit(findCursors)).filter((one) => one.part === part)
  if (!cursor?.reading) return true
  let { reading } = cursor
  for (const list of listsOf[part].slice(reading.list)) {
    const isRead = await readList(turn, part, list, reading)
    if (!isRead) return false
    reading = { ...reading, list: reading.list + 1, offset: 0 }
    await turn.commit((db) => updateCursor(db, part, { reading }))
  }
  if (reading.is_full && !(await findGone(turn, part, reading.began_at))) return false
  const { began_at, is_full } = reading
  await turn.commit((db) =>
    updateCursor(db, part, {
      ...{ reading: null, changed_until: began_at },
      ...(is_full && { reconciled_at: began_at }),
    }),
  )
  return true
}

/** Its pages, several on their way and each written in its turn. @returns whether it is at its end */
async function readList(
  turn: Turn,
  part: MoySkladKind,
  list: TheirList,
  reading: MoySkladReading,
): Promise<boolean> {
  const limit = pageOf(list)
  const filters = reading.since === null ? [] : [changedSince(reading.since)]
  const leaving = new AbortController()
  const signal = AbortSignal.any([turn.asking.signal, leaving.signal])
  const asking: Asking = { ...turn.asking, signal }
  const ask = (offset: number) => {
    const page = askPage(asking, list, { limit, offset, filters })
    // Heard in its turn; until then it is nobody's.
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
        // Where they are well again, what was skipped must not be missing.
        await turn.commit((db) => updateCursor(db, part, { reading: { ...reading, offset: 0 } }))
        throw new MoySkladError('broken')
      }
      while (ahead.length < pagesAhead && next < page.total && turn.hasTime) {
        ahead.push(ask(next))
        next += limit
      }
      await keepPage(turn, part, list, { ...reading, offset: one.offset + limit }, page)
      if (next >= page.total && ahead.length === 0) return true
    }
    return false
  } finally {
    leaving.abort()
  }
}

type Page = Awaited<ReturnType<typeof readRows>> & { total: number; length: number }

/**
 * Whether pages of a list would never end: it says that it is longer than any list, has no rows where it says there are
 * more, or gives the same ones again and again. So no answer of theirs makes a run endless, whatever size it states.
 */
function endlessness(): (page: Page, offset: number) => boolean {
  let before = new Set<string>()
  let repeats = 0
  return ({ items, length, total }, offset) => {
    repeats =
      items.length > 0 && items.every(({ moy_sklad_id }) => before.has(moy_sklad_id)) ? repeats + 1 : 0
    before = new Set(items.map(({ moy_sklad_id }) => moy_sklad_id))
    return total > mostRows || (length === 0 && offset < total) || repeats >= mostRepeats
  }
}

async function keepPage(
  turn: Turn,
  part: MoySkladKind,
  list: TheirList,
  reading: MoySkladReading,
  { total, items, unread, length }: Page,
): Promise<void> {
  await turn.commit(async (db) => {
    await storeItems(db, items, nowIso())
    await updateCursor(db, part, { reading })
    turn.count({ failed: unread })
    // A part of two lists has the length of both, as far as it is known.
    const before = reading.list === 0 ? 0 : turn.readOf(part) - (reading.offset - pageOf(list))
    turn.note(part, { total: Math.max(0, before) + total, add: { read: length } })
  })
}

/**
 * What was not in the lists is asked for by itself before it is taken for gone: where something is added or taken away
 * while pages are read, others slip from one page to the next and are in neither. @returns whether it is at its end
 */
async function findGone(turn: Turn, part: MoySkladKind, since: string): Promise<boolean> {
  let after = 0
  for (;;) {
    if (!turn.hasTime) return false
    const rows = await turn.commit((db) => findUnread(db, part, since, after))
    const last = rows.at(-1)
    if (!last) return true
    await lookUp(
      turn,
      part,
      rows.map(({ moy_sklad_id }) => moy_sklad_id),
    )
    after = last.id
  }
}

const findUnread = (db: Db, kind: MoySkladKind, since: string, after: number) =>
  db.query(sql<{ id: number; moy_sklad_id: string }>`
    select id, moy_sklad_id from moysklad_items
    where company_id = ${db.companyId} and kind = ${kind} and gone_at is null and read_at < ${since}
      and id > ${after}
    order by id limit ${mostIds}`)

/** Reads some by their ids, `mostIds` at most; what they do not have any more is gone. */
export async function lookUp(
  turn: Turn,
  part: MoySkladKind,
  ids: readonly string[],
  finish: (db: Db) => Promise<void> = async () => undefined,
): Promise<void> {
  const found: MoySkladRead[] = []
  let [missing, unread] = [ids, 0]
  for (const list of listsOf[part]) {
    const limit = pageOf(list)
    for (let offset = 0; missing.length > 0 && offset < ids.length; offset += limit) {
      const { rows } = await askPage(turn.asking, list, { limit, offset, filters: withIds(missing) })
      const read = await readRows(list, rows)
      found.push(...read.items)
      unread += read.unread
    }
    const known = new Set(found.map(({ moy_sklad_id }) => moy_sklad_id))
    missing = missing.filter((id) => !known.has(id))
  }
  await turn.commit(async (db) => {
    await storeItems(db, found, nowIso())
    // What is there and cannot be read is not gone.
    const gone = unread > 0 ? 0 : await markGone(db, turn.run.id, part, missing)
    turn.count({ gone, failed: unread })
    await finish(db)
  })
}

/** Whether the token may read a part; if not, it is left out from then on. @throws MoySkladError for all else */
export async function leaveForbidden(turn: Turn, part: MoySkladPart, error: unknown): Promise<void> {
  if (!(error instanceof MoySkladError) || error.fault !== 'forbidden') throw error
  await turn.commit(async (db) => {
    await updateConnection(db, { readable: sql<string[]>`array_remove(readable, ${part})` })
    if (part !== 'stock') await updateCursor(db, part, { reading: null })
  })
}

/** Whether something that long ago is still short enough ago for their report of changes, which goes back a day. */
export const isRecent = (instant: string | null): instant is string =>
  instant !== null && now().getTime() - Date.parse(instant) < 23 * 3_600_000

export const withOverlap = (instant: string): string =>
  new Date(Date.parse(instant) - overlapMs).toISOString()
