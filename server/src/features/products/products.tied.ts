import { lookOf } from '@artel/contract/products.rules'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { nextVersion } from '../../http/stale.ts'
import { changesOf, writeAudit, writeForeign } from '../audit/audit.ts'
import {
  findByName,
  findSoughtIds,
  findTiedRows,
  holdTiedRows,
  insertTiedRows,
  parkArticles,
  type SoughtProducts,
  type TiedFields,
  type TiedRow,
  updateTiedRows,
} from './products.tied.queries.ts'

const service = 'MoySklad'

/** A product as another service would change it. */
export type TiedProduct = TiedRow

/**
 * Products that are tied to one of `moySkladIds`, have one of `ids`, look like one of `looks` or have one of
 * `barcodes`; with `isHeld` nobody else changes them until the transaction ends.
 */
export async function findTiedProducts(
  db: Db,
  sought: SoughtProducts,
  isHeld: boolean,
): Promise<TiedProduct[]> {
  const ids = await findSoughtIds(db, sought)
  if (ids.length === 0) return []
  return isHeld ? holdTiedRows(db, ids) : findTiedRows(db, ids)
}

/** Products of this very name, however its letters are typed; at most `most`. */
export const findProductsByName: (db: Db, name: string, most: number) => Promise<TiedProduct[]> = findByName

/** Makes products as another service knows them. @returns their ids by its own; an index refuses what is taken */
export async function makeTiedProducts(
  db: Db,
  rows: readonly (TiedFields & { moy_sklad_id: string })[],
): Promise<Map<string, number>> {
  const ids = await insertTiedRows(db, rows, nowIso())
  const [first] = ids.values()
  if (first === undefined) return ids
  const entry = { action: 'create', entity: 'product' } as const
  const [only] = rows
  if (only && rows.length === 1)
    await writeAudit(db, null, { ...entry, id: first, title: only.name, after: changesOf({}, only).after })
  // As of a file: each would say no more than the product itself does.
  else await writeAudit(db, null, { ...entry, id: null, title: service, after: { created: rows.length } })
  db.announce({ entity: 'product', id: first, action: 'create' }, 'everyone')
  return ids
}

export type TiedProductChange = {
  row: TiedProduct
  changed: Partial<TiedFields & { moy_sklad_id: string | null }>
}

/** Changes products that are held; an index refuses what is taken. To what one is tied makes no version of it. */
export async function changeTiedProducts(db: Db, changes: readonly TiedProductChange[]): Promise<void> {
  const [first] = changes
  if (!first) return
  const next = changes.map(({ row, changed: { moy_sklad_id, ...fields } }) => ({
    ...row,
    ...fields,
    ...(moy_sklad_id !== undefined && { moy_sklad_id }),
    ...(Object.keys(fields).length > 0 && nextVersion(row, fields)),
  }))
  await parkArticles(db, idsToPark(changes))
  await updateTiedRows(db, next, nowIso())
  const parts = changes.map(({ row, changed }) => ({
    ...{ action: 'update' as const, entity: 'product' as const, id: row.id, title: row.name },
    ...changesOf(row, { ...row, ...changed }),
  }))
  await writeForeign(db, service, parts)
  for (const { row } of changes.slice(0, mostTold))
    db.announce({ entity: 'product', id: row.id, action: 'update' }, 'everyone')
}

/** Products whose article another of the same batch takes: the index looks at each row by itself, in any order. */
function idsToPark(changes: readonly TiedProductChange[]): number[] {
  const renamed = changes.flatMap(({ row, changed: { article } }) =>
    article === undefined ? [] : [{ id: row.id, from: lookOf(row.article), to: lookOf(article) }],
  )
  const takers = new Map(renamed.map(({ id, to }) => [to, id]))
  return renamed.filter(({ id, from }) => (takers.get(from) ?? id) !== id).map(({ id }) => id)
}

/** So many pages are told that theirs has changed; lists are read anew after the first. */
const mostTold = 20
