import type { MoySkladKind } from '@artel/contract/moysklad/moysklad.line'
import type { MoySkladRead } from '@artel/contract/moysklad/moysklad.stored'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { mapInSlices } from '../../../slices.ts'
import { MoySkladError } from '../client/errors.ts'
import { keysOf, wordsOf } from '../moysklad.keys.ts'
import { writeLog } from '../moysklad.log.queries.ts'
import { sumStored } from '../moysklad.queries.ts'
import {
  lockKnown,
  lockRead,
  markGoneRows,
  storeWords,
  upsertItems,
  type WrittenItem,
} from './items.queries.ts'
import { deleteKeys, insertKeys, wakeByKeys } from './keys.queries.ts'

/** How many items a company stores, and bytes of their data. Deleted items count, because they may come back. */
export const maxStored = { items: 1_000_000, bytes: 1024 ** 3 }

/**
 * Saves items that were read, in the caller's transaction. New and changed items wait to be written.
 * `at`: time of the read, UTC. Stored data that MoySklad changed later than the given data is kept.
 * @throws MoySkladError full; then roll back
 */
export async function storeItems(db: Db, items: readonly MoySkladRead[], at: string): Promise<void> {
  const once = [...new Map(items.map((item) => [item.moy_sklad_id, item])).values()]
  const portions = portionsOf(
    await mapInSlices(once, (item) => ({ ...item, json: JSON.stringify(item.data) })),
  )
  const before = await sumStored(db)
  // Lock the rows of all portions in one order, because locking each portion by itself could deadlock.
  if (portions.length > 1) await lockRead(db, once)
  for (const portion of portions) await storePortion(db, portion, at)
  const after = await sumStored(db)
  // Beyond the limit an item may still change, unless it grows.
  for (const measure of ['items', 'bytes'] as const)
    if (after[measure] > maxStored[measure] && after[measure] > before[measure])
      throw new MoySkladError('full')
}

/** Characters of data in one statement, because the driver encodes a statement in one go. */
const maxWritten = 300_000

function portionsOf(items: readonly WrittenItem[]): WrittenItem[][] {
  const portions: WrittenItem[][] = []
  let room = 0
  for (const item of items) {
    const portion = item.json.length <= room ? portions.at(-1) : undefined
    room = (portion ? room : maxWritten) - item.json.length
    if (portion) portion.push(item)
    else portions.push([item])
  }
  return portions
}

async function storePortion(db: Db, once: readonly WrittenItem[], at: string): Promise<void> {
  const known = new Map((await lockKnown(db, once)).map((row) => [row.moy_sklad_id, row]))
  const ids = await upsertItems(db, once, at)
  const changed = once.filter(({ moy_sklad_id }) => known.get(moy_sklad_id)?.is_new ?? true)
  const back = once.filter(({ moy_sklad_id }) => known.get(moy_sklad_id)?.is_gone)
  await writeLog(
    db,
    back.map(({ kind, title, moy_sklad_id }) => ({
      run_id: null,
      part: kind,
      action: 'back' as const,
      title,
      created_at: at,
      item_id: ids.get(moy_sklad_id) ?? null,
    })),
  )
  await storeKeys(db, changed, ids)
}

async function storeKeys(
  db: Db,
  items: readonly MoySkladRead[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  if (items.length === 0) return
  const idOf = ({ moy_sklad_id }: MoySkladRead) => ids.get(moy_sklad_id) ?? 0
  const former = await deleteKeys(db, items.map(idOf))
  const keys = items.flatMap((item) =>
    keysOf(item).map(([type, value]) => ({ itemId: idOf(item), type, value })),
  )
  const present = await insertKeys(db, keys)
  await storeWords(
    db,
    items.map((item) => ({ itemId: idOf(item), words: wordsOf(item) })),
  )
  const told = (key: string) => !key.startsWith('c ')
  await wakeByKeys(db, [
    ...[...former, ...present].map(({ key }) => key).filter(told),
    ...items.map(({ moy_sklad_id }) => `c ${moy_sklad_id}`),
  ])
}

/** Marks items as gone from MoySklad. Our rows stay. @returns the number of items marked */
export async function markGone(
  db: Db,
  runId: number,
  kind: MoySkladKind,
  ids: readonly string[],
): Promise<number> {
  const at = nowIso()
  const gone = await markGoneRows(db, kind, ids, at)
  const line = { run_id: runId, part: kind, action: 'gone' as const, created_at: at }
  await writeLog(
    db,
    gone.map(({ id, title, our_id }) => ({ ...line, title, item_id: id, our_id })),
  )
  await wakeByKeys(
    db,
    gone.flatMap(({ keys }) => keys.filter((key) => !key.startsWith('c '))),
  )
  return gone.length
}
