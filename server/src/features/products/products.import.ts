import { productDraft, productPatch } from '@artel/contract/products'
import { lookOf } from '@artel/contract/products.rules'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { toFieldIssues } from '../../http/issues.ts'
import { changedFields, nextVersion } from '../../http/stale.ts'
import type { ImportedRow, ImportField, ImportSubject, RowFault, Verdict } from '../imports/imports.ts'
import { productTitles as titles } from './products.file.ts'
import {
  type FoundProduct,
  findHolders,
  holdByLooks,
  type ImportedFields,
  insertImported,
  updateImported,
} from './products.import.queries.ts'
import { undoProducts } from './products.import.undo.ts'

const fields: readonly ImportField[] = [
  { name: 'article', title: titles.article, kind: 'text', isRequired: true, aliases: ['Артикул продавца'] },
  { name: 'name', title: titles.name, kind: 'text', aliases: ['Наименование'] },
  { name: 'barcodes', title: titles.barcodes, kind: 'barcodes', aliases: ['Штрихкод', 'Баркод', 'Barcode'] },
  { name: 'wildberries_id', title: titles.wildberries_id, kind: 'integer', aliases: ['nmID'] },
  { name: 'brand', title: titles.brand, kind: 'text' },
  { name: 'category', title: titles.category, kind: 'text' },
  { name: 'description', title: titles.description, kind: 'text' },
  { name: 'money', title: titles.money, kind: 'money', aliases: ['Оплата, ₽', 'Money, ₽'] },
  { name: 'coins', title: titles.coins, kind: 'integer' },
  { name: 'norm_seconds', title: titles.norm_seconds, kind: 'integer' },
  { name: 'weight_g', title: titles.weight_g, kind: 'integer' },
  { name: 'is_active', title: titles.is_active, kind: 'yesNo' },
]

/** Products from files: the article says which one a row means. */
export const productImport: ImportSubject = {
  kind: 'products',
  entity: 'product',
  title: { ru: 'Наборы', en: 'Sets' },
  fields,
  begin: (db, actor, { overwrites }) => {
    const file = new SeenInFile()
    return { take: (rows) => takeBatch(db, actor, overwrites, file, rows) }
  },
  undo: undoProducts,
}

/** Rows by what may stand in a file once. The first one has it; asked again about itself, it still does. */
class SeenInFile {
  readonly #articles = new Map<string, number>()
  readonly #barcodes = new Map<string, number>()

  findFaults({ row, values }: ImportedRow): RowFault[] {
    const { article, barcodes = [] } = values as Partial<ImportedFields> // as the cells of these fields are read
    const faults: RowFault[] = []
    const before = article === undefined ? row : this.#claim(this.#articles, lookOf(article), row)
    if (before !== row) faults.push({ field: 'article', key: 'article_in_row', values: { row: before } })
    for (const barcode of barcodes) {
      const other = this.#claim(this.#barcodes, barcode, row)
      if (other !== row) faults.push({ field: 'barcodes', key: 'barcode_in_row', values: { row: other } })
    }
    return faults
  }

  #claim(rows: Map<string, number>, key: string, row: number): number {
    const holder = rows.get(key)
    if (holder === undefined) rows.set(key, row)
    return holder ?? row
  }
}

type Plan = { row: ImportedRow; faults: RowFault[]; found?: FoundProduct | undefined }

async function takeBatch(
  db: Db,
  actor: Actor,
  overwrites: boolean,
  file: SeenInFile,
  rows: readonly ImportedRow[],
): Promise<Verdict[]> {
  const plans = await planRows(db, file, rows)
  const made: { plan: Plan; fields: ImportedFields }[] = []
  const changed: { plan: Plan; found: FoundProduct; changes: Partial<ImportedFields> }[] = []
  const verdicts = new Map<Plan, Verdict>()
  for (const plan of plans) {
    const { found, row } = plan
    if (plan.faults.length > 0) verdicts.set(plan, { action: 'refuse', faults: plan.faults })
    else if (!found) made.push({ plan, fields: draftOf(row) })
    else {
      const changes = overwrites ? changedFields<Partial<ImportedFields>>(found, row.values) : {}
      if (Object.keys(changes).length > 0) changed.push({ plan, found, changes })
      else verdicts.set(plan, { action: 'skip', faults: [], entity_id: found.id })
    }
  }
  const stamp = { at: nowIso(), by: actor.userId }
  const ids = await insertImported(
    db,
    made.map((one) => one.fields),
    stamp,
  )
  for (const { plan, fields: draft } of made) {
    const entity_id = ids.get(draft.article)
    if (entity_id === undefined) throw new Error('A row of the file was not written')
    verdicts.set(plan, { action: 'create', faults: [], entity_id, version: 1 })
  }
  const next = changed.map(({ found, changes }) => ({ ...found, ...changes, ...nextVersion(found, changes) }))
  await updateImported(db, next, stamp)
  for (const [index, { plan, found, changes }] of changed.entries()) {
    const before = Object.fromEntries(
      Object.keys(changes).map((name) => [name, found[name as keyof FoundProduct]]),
    ) // fields of it
    verdicts.set(plan, {
      action: 'update',
      faults: [],
      entity_id: found.id,
      before,
      version: next[index]?.version ?? 0,
    })
  }
  return plans.map((plan) => verdicts.get(plan) ?? { action: 'refuse', faults: [] })
}

/** What each row means, and what is wrong with it, as far as the file and the database tell. */
async function planRows(db: Db, file: SeenInFile, rows: readonly ImportedRow[]): Promise<Plan[]> {
  const articles = rows.map(({ values }) => values.article).filter((article) => typeof article === 'string')
  const alike = articles.length === 0 ? [] : await holdByLooks(db, articles)
  const byLook = new Map(alike.map((product) => [lookOf(product.article), product]))
  const barcodes = rows.flatMap(({ values }) => (values.barcodes as string[] | undefined) ?? []) // as they are read
  const holders = barcodes.length === 0 ? [] : await findHolders(db, barcodes)
  const byBarcode = new Map(holders.map((holder) => [holder.barcode, holder]))
  return rows.map((row) => {
    const { article, barcodes: own = [] } = row.values as Partial<ImportedFields> // as they are read
    const found = article === undefined ? undefined : byLook.get(lookOf(article))
    const faults = [...row.faults, ...findFaults(row, found === undefined), ...file.findFaults(row)]
    if (found && found.article !== article)
      faults.push({ field: 'article', key: 'article_alike', values: { article: found.article } })
    for (const barcode of own) {
      const holder = byBarcode.get(barcode)
      if (holder && holder.product_id !== found?.id)
        faults.push({ field: 'barcodes', key: 'barcode_taken', values: { article: holder.article } })
    }
    return { row, faults: onePerField(faults), found }
  })
}

// The rules of the form: what it refuses, a file cannot bring either.
function findFaults({ values, faults }: ImportedRow, isNew: boolean): RowFault[] {
  const parsed = (isNew ? productDraft : productPatch).safeParse(values, { reportInput: true })
  if (parsed.success) return 'article' in values ? [] : [{ field: 'article', key: 'required' }]
  return toFieldIssues(parsed.error.issues)
    .map(({ path, ...issue }) => ({ field: path.split('.')[0] ?? null, ...issue }))
    .filter(({ field }) => !faults.some((fault) => fault.field === field))
}

const onePerField = (faults: readonly RowFault[]): RowFault[] =>
  [...new Map(faults.toReversed().map((fault) => [fault.field, fault])).values()].toReversed()

function draftOf({ values }: ImportedRow): ImportedFields {
  const { components: _, stock: __, multimedia_ids: ___, ...draft } = productDraft.parse(values)
  return draft
}
