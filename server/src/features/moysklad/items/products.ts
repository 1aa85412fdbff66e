import type { ProductData } from '@artel/contract/moysklad/moysklad.stored'
import { productPatch } from '@artel/contract/products/products'
import { lookOf } from '@artel/contract/products/products.rules'
import { cutText } from '@artel/contract/shapes/storable'
import { toFieldIssues } from '../../../errors/issues.ts'
import {
  createLinkedProducts,
  findLinkedProducts,
  findProductsByName,
  type LinkedProduct,
  updateLinkedProducts,
} from '../../products/products.ts'
import { articleOf } from '../moysklad.keys.ts'
import type { WaitingItem } from './items.queries.ts'
import { type Failure, type Fields, failuresOf, type Ours, type Subject } from './subject.ts'

// The kind of an item determines the type of its data, and the rows of a subject have its own type.
const read = (item: WaitingItem) => item.data as ProductData & { is_archived: boolean }
const barcodesOf = (ours: Ours | Fields): readonly string[] => (ours.barcodes ?? []) as readonly string[]
const lookOfOurs = (ours: Fields): string => lookOf(String(ours.article))

const nameLength = 200
const articleLength = 100

/** Products and bundles of MoySklad. Both become products. */
export const products: Subject = {
  kind: 'product',
  groups: {
    name: { fields: ['name'] },
    article: { fields: ['article'] },
    barcodes: { fields: ['barcodes'] },
    category: { fields: ['category'] },
    description: { fields: ['description'] },
    weight_g: { fields: ['weight_g'] },
    components: { fields: ['components'] },
    is_active: { fields: ['is_active'] },
  },
  optional: [{ fields: ['category'] }, { fields: ['weight_g'] }],
  find: (db, { ids, moySkladIds, items }, isHeld) => {
    const keys = items.flatMap((item) => item.keys)
    const named = (type: string) =>
      keys.filter((key) => key.startsWith(type)).map((key) => key.slice(type.length))
    return findLinkedProducts(db, { ids, moySkladIds, looks: named('a '), barcodes: named('b ') }, isHeld)
  },
  match: (item, ours) => {
    const { article, barcodes } = read(item)
    const hasBarcode = barcodes.some((barcode) => barcodesOf(ours).includes(barcode))
    const wanted = articleOf(read(item))
    const hasArticle = wanted !== null && lookOf(wanted) === lookOfOurs(ours)
    if (!hasBarcode && !hasArticle) return null
    // A match of MoySklad codes alone is not sure, because nearly every account counts codes from one.
    const isSure = hasBarcode || article !== null
    const matches = [...(hasBarcode ? ['barcode' as const] : []), ...(hasArticle ? ['article' as const] : [])]
    return { matches, weight: isSure ? 1 : 0 }
  },
  want: (item, parts, isNew) => {
    const { name, article, barcodes, category, description, weight_g, components, is_archived } = read(item)
    const own = isNew ? articleOf(read(item)) : article
    return {
      name,
      ...((own !== null || isNew) && { article: own }),
      barcodes: [...new Set(barcodes)],
      category,
      description,
      weight_g: weight_g || null,
      components: components.map(({ moy_sklad_id, quantity }) => {
        const part = parts.get(moy_sklad_id)
        return part && { ...namesOf(part), quantity }
      }),
      is_active: !is_archived,
    }
  },
  check: (fields) => {
    const missing: Failure[] = []
    if (fields.article === null) missing.push({ field: 'article', key: 'moy_sklad_no_article' })
    const parts = fields.components as readonly unknown[] | undefined
    if (parts?.includes(undefined)) missing.push({ field: 'components', key: 'moy_sklad_no_component' })
    if (missing.length > 0) return { fields, failures: missing }
    const parsed = productPatch.safeParse(fields, { reportInput: true })
    if (parsed.success) return { fields: parsed.data, failures: [] }
    return { fields, failures: failuresOf(toFieldIssues(parsed.error.issues)) }
  },
  claims: (row) => [`a ${lookOfOurs(row)}`, ...barcodesOf(row).map((barcode) => `b ${barcode}`)],
  findTaken: ({ article, barcodes }, _, others) => {
    const failures: Failure[] = []
    const look = article === undefined ? null : lookOf(String(article))
    const alike = look === null ? undefined : others.find((other) => lookOfOurs(other) === look)
    if (alike?.article === article && alike) failures.push({ field: 'article', key: 'article_taken' })
    else if (alike)
      failures.push({ field: 'article', key: 'article_alike', values: { article: String(alike.article) } })
    const own = new Set(barcodes === undefined ? [] : (barcodes as readonly string[]))
    const holder = others.find((other) => barcodesOf(other).some((barcode) => own.has(barcode)))
    if (holder)
      failures.push({ field: 'barcodes', key: 'barcode_taken', values: { article: String(holder.article) } })
    return failures
  },
  suggest: (db, item, most) => findProductsByName(db, read(item).name, most),
  describe: ({ name, article }) => ({ title: String(name), subtitle: String(article) }),
  make: (db, rows) => createLinkedProducts(db, rows as Parameters<typeof createLinkedProducts>[1]),
  change: (db, changes) =>
    updateLinkedProducts(
      db,
      changes.map(({ row, changed }) => ({ row: row as unknown as LinkedProduct, changed })),
    ),
}

// Name and article of a component, for people to recognize it. The beginning of a name that is too long is
// enough for that.
const namesOf = ({ name, article }: { name: string; article: string | null }) => ({
  name: cutText(name, nameLength).trim(),
  article: article === null || article.length > articleLength ? null : article,
})
