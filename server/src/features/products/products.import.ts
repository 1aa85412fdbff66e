import { productDraft, productPatch } from '@artel/contract/products/products'
import { lookOf } from '@artel/contract/products/products.rules'
import type { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { toFieldIssues } from '../../errors/issues.ts'
import { changedFields, nextVersion } from '../../errors/stale.ts'
import type { ImportedRow, ImportField, ImportSubject, RowFault, Verdict } from '../imports/imports.ts'
import { productTitles as titles } from './products.file.ts'
import { auditRates } from './products.import.audit.ts'
import {
  type FoundProduct,
  findHolders,
  type ImportedFields,
  insertImported,
  lockByLooks,
  updateImported,
} from './products.import.queries.ts'
import { undoProducts } from './products.import.undo.ts'

// The aliases are the names of the columns on pages of Artel and in other programs.
const fields: readonly ImportField[] = [
  { name: 'article', title: titles.article, kind: 'text', isRequired: true, aliases: ['Артикул продавца'] },
  { name: 'name', title: titles.name, kind: 'text', aliases: ['Наименование'] },
  { name: 'barcodes', title: titles.barcodes, kind: 'barcodes', aliases: ['Штрихкод', 'Баркод', 'Barcode'] },
  {
    name: 'wildberries_id',
    title: titles.wildberries_id,
    kind: 'integer',
    aliases: ['nmID', 'Товар Wildberries', 'Wildberries item'],
  },
  { name: 'brand', title: titles.brand, kind: 'text' },
  { name: 'category', title: titles.category, kind: 'text' },
  {
    name: 'description',
    title: titles.description,
    kind: 'text',
    aliases: ['Как упаковать', 'How to pack'],
  },
  {
    name: 'money',
    title: titles.money,
    kind: 'money',
    aliases: ['Оплата, ₽', 'Money, ₽', 'Расценка', 'Расценка, ₽', 'Rate', 'Rate, ₽', 'Pay', 'Pay, ₽'],
  },
  { name: 'coins', title: titles.coins, kind: 'integer' },
  { name: 'norm_seconds', title: titles.norm_seconds, kind: 'integer', aliases: ['Норма', 'Norm'] },
  { name: 'weight_g', title: titles.weight_g, kind: 'integer', aliases: ['Вес', 'Weight'] },
  { name: 'is_active', title: titles.is_active, kind: 'yesNo', aliases: ['Включён', 'In use'] },
]

/** Imports products from files. The article identifies the product of a row. */
export const productImport: ImportSubject = {
  kind: 'products',
  entity: 'product',
  title: { ru: 'Наборы', en: 'Sets' },
  fields,
  searchIndex: 'products_by_words',
  begin: (db, actor, { overwrites, audit }) => {
    const file = new FileSoFar()
    return {
      prepare: (row) => file.look(row),
      take: async (rows) => {
        const { verdicts, changes } = await importBatch(db, actor, overwrites, file, rows)
        // After all other statements of the batch, which a unique index may have refused.
        await auditRates(audit, changes)
        file.done(rows)
        return verdicts
      },
    }
  },
  undo: undoProducts,
}

/** Remembers the first row of each article and barcode in a file. Checking a row twice is no conflict. */
class FileSoFar {
  readonly #articles = new Map<string, number>()
  readonly #barcodes = new Map<string, number>()
  readonly #looks = new Map<ImportedRow, Look>()
  /** Whether the next rows are expected to be new products, because the previous rows were. */
  expectsNew = true

  /** Checks a row without the database. Reads it as a new product, because most files bring new products. */
  look(row: ImportedRow): Look {
    const known = this.#looks.get(row)
    if (known) return known
    const { article } = row.values as Partial<ImportedFields> // the type of the parsed cell
    const key = article === undefined ? undefined : lookOf(article)
    const look = { key, draft: readDraft(row), faults: this.#findFaults(row, key) }
    this.#looks.set(row, look)
    return look
  }

  /** Drops the checks of processed rows, but keeps their articles and barcodes. */
  done(rows: readonly ImportedRow[]): void {
    for (const row of rows) this.#looks.delete(row)
  }

  #findFaults({ row, values }: ImportedRow, key: string | undefined): RowFault[] {
    const { barcodes = [] } = values as Partial<ImportedFields> // the types of the parsed cells
    const faults: RowFault[] = []
    const before = key === undefined ? row : this.#claim(this.#articles, key, row)
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

/** `key`: the visible form of the article; `faults`: conflicts with earlier rows of the file. */
type Look = { key: string | undefined; draft: Read; faults: RowFault[] }

/** `draft`: the product to insert, for a new row without faults. */
type Plan = {
  row: ImportedRow
  faults: RowFault[]
  found?: FoundProduct | undefined
  draft?: ImportedFields | undefined
}

/** The result of each row, and the products before and after their changes. */
type Taken = { verdicts: Verdict[]; changes: { before: FoundProduct; after: FoundProduct }[] }

async function importBatch(
  db: Db,
  actor: Actor,
  overwrites: boolean,
  file: FileSoFar,
  rows: readonly ImportedRow[],
): Promise<Taken> {
  const stamp = { at: nowIso(), by: actor.userId }
  const drafts = file.expectsNew ? draftsOf(file, rows) : null
  if (drafts) {
    // If a row is not new, a unique index refuses the batch. The rows then come again, and are looked up.
    file.expectsNew = false
    const ids = await insertImported(db, drafts, stamp)
    file.expectsNew = true
    return { verdicts: drafts.map((draft) => madeOf(draft, ids)), changes: [] }
  }
  const plans = await planRows(db, file, rows)
  file.expectsNew = !plans.some(({ found }) => found)
  const made: { plan: Plan; fields: ImportedFields }[] = []
  const changed: { plan: Plan; found: FoundProduct; changes: Partial<ImportedFields> }[] = []
  const verdicts = new Map<Plan, Verdict>()
  for (const plan of plans) {
    const { found, row, draft } = plan
    if (plan.faults.length > 0) verdicts.set(plan, { action: 'refuse', faults: plan.faults })
    else if (draft) made.push({ plan, fields: draft })
    else if (found) {
      const changes = overwrites ? changedFields<Partial<ImportedFields>>(found, row.values) : {}
      if (Object.keys(changes).length > 0) changed.push({ plan, found, changes })
      else verdicts.set(plan, { action: 'skip', faults: [], entity_id: found.id })
    }
  }
  const ids = await insertImported(
    db,
    made.map((one) => one.fields),
    stamp,
  )
  for (const { plan, fields: draft } of made) verdicts.set(plan, madeOf(draft, ids))
  const next = changed.map(({ found, changes }) => ({ ...found, ...changes, ...nextVersion(found, changes) }))
  await updateImported(db, next, stamp)
  const rated: Taken['changes'] = []
  for (const [index, { plan, found, changes }] of changed.entries()) {
    const before = Object.fromEntries(
      Object.keys(changes).map((name) => [name, found[name as keyof FoundProduct]]),
    ) // the keys are fields of a product
    rated.push({ before: found, after: next[index] ?? found })
    verdicts.set(plan, {
      action: 'update',
      faults: [],
      entity_id: found.id,
      before,
      version: next[index]?.version ?? 0,
    })
  }
  return {
    verdicts: plans.map((plan) => verdicts.get(plan) ?? { action: 'refuse', faults: [] }),
    changes: rated,
  }
}

/** The products to insert if all rows are new; null if any has faults, because the database may find more. */
function draftsOf(file: FileSoFar, rows: readonly ImportedRow[]): ImportedFields[] | null {
  const drafts: ImportedFields[] = []
  for (const row of rows) {
    const { draft, faults } = file.look(row)
    if (!draft.draft || faults.length > 0 || row.faults.length > 0) return null
    drafts.push(draft.draft)
  }
  return drafts
}

function madeOf({ article }: ImportedFields, ids: ReadonlyMap<string, number>): Verdict {
  const entity_id = ids.get(article)
  if (entity_id === undefined) throw new Error('A row of the file was not written')
  return { action: 'create', faults: [], entity_id, version: 1 }
}

/** Finds the product and the faults of each row, from the file and the database. */
async function planRows(db: Db, file: FileSoFar, rows: readonly ImportedRow[]): Promise<Plan[]> {
  const looks = rows.map((row) => file.look(row))
  const articles = rows.map(({ values }) => values.article).filter((article) => typeof article === 'string')
  const barcodes = rows.flatMap(({ values }) => (values.barcodes as string[] | undefined) ?? []) // as they are read
  const [alike, holders] = await Promise.all([
    articles.length === 0 ? [] : lockByLooks(db, articles),
    barcodes.length === 0 ? [] : findHolders(db, barcodes),
  ])
  const byLook = new Map(alike.map((product) => [lookOf(product.article), product]))
  const byBarcode = new Map(holders.map((holder) => [holder.barcode, holder]))
  return looks.map(({ key, draft, faults: alone }, index) => {
    const row = rows[index] as ImportedRow // there is one check per row
    const { article, barcodes: own = [] } = row.values as Partial<ImportedFields> // parsed cells
    const found = key === undefined ? undefined : byLook.get(key)
    const read: Read = found ? readChanges(row) : draft
    const faults = [...row.faults, ...read.faults, ...alone]
    if (found && found.article !== article)
      faults.push({ field: 'article', key: 'article_alike', values: { article: found.article } })
    for (const barcode of own) {
      const holder = byBarcode.get(barcode)
      if (holder && holder.product_id !== found?.id)
        faults.push({ field: 'barcodes', key: 'barcode_taken', values: { article: holder.article } })
    }
    return { row, faults: onePerField(faults), found, draft: read.draft }
  })
}

type Read = { faults: RowFault[]; draft?: ImportedFields }

// The same rules as the form, so that a file cannot bring what the form refuses.
const fileDraft = productDraft.omit({ components: true, stock: true, multimedia_ids: true })

function readDraft(row: ImportedRow): Read {
  const parsed = fileDraft.safeParse(row.values, { reportInput: true })
  return parsed.success ? { faults: [], draft: parsed.data } : { faults: faultsOf(row, parsed.error) }
}

function readChanges(row: ImportedRow): Read {
  const parsed = productPatch.safeParse(row.values, { reportInput: true })
  return { faults: parsed.success ? [] : faultsOf(row, parsed.error) }
}

const faultsOf = ({ faults }: ImportedRow, { issues }: z.ZodError): RowFault[] =>
  toFieldIssues(issues)
    .map(({ path, ...issue }) => ({ field: path.split('.')[0] ?? null, ...issue }))
    .filter(({ field }) => !faults.some((fault) => fault.field === field))

const onePerField = (faults: readonly RowFault[]): RowFault[] =>
  faults.length < 2
    ? [...faults]
    : [...new Map(faults.toReversed().map((fault) => [fault.field, fault])).values()].toReversed()
