import { lookOf } from '@artel/contract/products/products.rules'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { nextVersion } from '../../errors/stale.ts'
import { changesOf, writeAudit, writeForeign } from '../audit/audit.ts'
import {
  findByName,
  findLinkedRows,
  findSoughtIds,
  insertLinkedRows,
  type LinkedFields,
  type LinkedRow,
  lockLinkedRows,
  parkArticles,
  type SoughtProducts,
  updateLinkedRows,
} from './products.linked.queries.ts'

const service = 'MoySklad'

/** A product as another service would change it. */
export type LinkedProduct = LinkedRow

/**
 * Products that are linked to one of `moySkladIds`, have one of `ids`, look like one of `looks` or have one
 * of `barcodes`. With `isHeld` they are locked until the transaction ends.
 */
export async function findLinkedProducts(
  db: Db,
  sought: SoughtProducts,
  isHeld: boolean,
): Promise<LinkedProduct[]> {
  const ids = await findSoughtIds(db, sought)
  if (ids.length === 0) return []
  return isHeld ? lockLinkedRows(db, ids) : findLinkedRows(db, ids)
}

/** Products with exactly this name in its search form; at most `most`. */
export const findProductsByName: (db: Db, name: string, most: number) => Promise<LinkedProduct[]> = findByName

/** Creates products of another service. A unique index refuses taken values. @returns our ids by its ids */
export async function createLinkedProducts(
  db: Db,
  rows: readonly (LinkedFields & { moy_sklad_id: string })[],
): Promise<Map<string, number>> {
  const ids = await insertLinkedRows(db, rows, nowIso())
  const [first] = ids.values()
  if (first === undefined) return ids
  const entry = { action: 'create', entity: 'product' } as const
  const [only] = rows
  if (only && rows.length === 1)
    await writeAudit(db, null, { ...entry, id: first, title: only.name, after: changesOf({}, only).after })
  // One entry for all, as for an import, because an entry for each would repeat the product itself.
  else await writeAudit(db, null, { ...entry, id: null, title: service, after: { created: rows.length } })
  db.announce({ entity: 'product', id: first, action: 'create' }, 'everyone')
  return ids
}

export type LinkedProductChange = {
  row: LinkedProduct
  changed: Partial<LinkedFields & { moy_sklad_id: string | null }>
}

/** Changes locked rows. A unique index refuses taken values. A new link alone does not raise the version. */
export async function updateLinkedProducts(db: Db, changes: readonly LinkedProductChange[]): Promise<void> {
  const [first] = changes
  if (!first) return
  const next = changes.map(({ row, changed: { moy_sklad_id, ...fields } }) => ({
    ...row,
    ...fields,
    ...(moy_sklad_id !== undefined && { moy_sklad_id }),
    ...(Object.keys(fields).length > 0 && nextVersion(row, fields)),
  }))
  await parkArticles(db, idsToPark(changes))
  await updateLinkedRows(db, next, nowIso())
  const parts = changes.map(({ row, changed }) => ({
    action: 'update' as const,
    entity: 'product' as const,
    id: row.id,
    title: row.name,
    ...changesOf(row, { ...row, ...changed }),
  }))
  await writeForeign(db, service, parts)
  for (const { row } of changes.slice(0, maxTold))
    db.announce({ entity: 'product', id: row.id, action: 'update' }, 'everyone')
}

/** Products whose article another one of the batch takes. The index checks rows singly, in any order. */
function idsToPark(changes: readonly LinkedProductChange[]): number[] {
  const renamed = changes.flatMap(({ row, changed: { article } }) =>
    article === undefined ? [] : [{ id: row.id, from: lookOf(row.article), to: lookOf(article) }],
  )
  const takers = new Map(renamed.map(({ id, to }) => [to, id]))
  return renamed.filter(({ id, from }) => (takers.get(from) ?? id) !== id).map(({ id }) => id)
}

/** Maximum number of announced products. Lists reload after the first announcement. */
const maxTold = 20
