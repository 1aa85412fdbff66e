import type { BodyIn } from '@artel/contract/call'
import type { FieldErrors } from '@artel/contract/errors'
import type { Calls } from '@artel/contract/index'
import type { Product } from '@artel/contract/products'
import { findArticleMistake, findBarcodeMistake, type Mistake } from '@artel/contract/products.rules'
import { changedValues } from '../../forms/stale-fields.ts'

export type ComponentRow = { name: string; article: string; quantity: number | null }
type StockRow = { warehouse_id: number; quantity: number }

/** The values of the form; an empty number is null, and rows that were begun and left are blank. */
export type ProductValues = {
  name: string
  article: string
  barcodes: string[]
  wildberries_id: number | null
  brand: string
  category: string
  description: string
  components: ComponentRow[]
  money: number | null
  coins: number | null
  norm_seconds: number | null
  weight_g: number | null
  is_active: boolean
  /** In the order of the warehouses' ids, without those of which nothing is said. */
  stock: StockRow[]
  multimedia_ids: readonly number[]
}

export const emptyProduct: ProductValues = {
  name: '',
  article: '',
  barcodes: [],
  wildberries_id: null,
  brand: '',
  category: '',
  description: '',
  components: [],
  money: null,
  coins: null,
  norm_seconds: null,
  weight_g: null,
  is_active: true,
  stock: [],
  multimedia_ids: [],
}

export const emptyComponent: ComponentRow = { name: '', article: '', quantity: 1 }

export function valuesOf(product: Product): ProductValues {
  const { name, article, barcodes, wildberries_id, description, money, coins } = product
  const { norm_seconds, weight_g, is_active, stock } = product
  return {
    ...{ name, article, barcodes, wildberries_id, description, money, coins },
    ...{ norm_seconds, weight_g, is_active, stock },
    brand: product.brand ?? '',
    category: product.category ?? '',
    components: product.components.map((part) => ({ ...part, article: part.article ?? '' })),
    multimedia_ids: product.multimedia.map(({ id }) => id),
  }
}

/** A new one like it: what means only the one thing, and where it lies, is left to be said. */
export function copyOf(product: Product): ProductValues {
  const { name, brand, category, description, components, money, coins, norm_seconds, weight_g } =
    valuesOf(product)
  return {
    ...emptyProduct,
    ...{ name, brand, category, description, components, money, coins, norm_seconds, weight_g },
  }
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
const isBlankPart = ({ name, article }: ComponentRow) => `${name}${article}`.trim() === ''

/** As they are sent: without blank rows. */
function bodyOf({ brand, category, barcodes, components, money, coins, ...rest }: ProductValues) {
  return {
    ...rest,
    brand: orNull(brand),
    category: orNull(category),
    barcodes: barcodes.map((barcode) => barcode.trim()).filter((barcode) => barcode !== ''),
    components: components
      .filter((part) => !isBlankPart(part))
      .map((part) => ({ ...part, article: orNull(part.article) })),
    money: money ?? 0,
    coins: coins ?? 0,
  }
}

type Body = BodyIn<Calls['products']['update']>
type Draft = BodyIn<Calls['products']['create']>

/** What is sent of a change: the fields that differ from `before`. */
export const changeOf = (values: ProductValues, before: ProductValues): Body =>
  // An emptied quantity stays null, which is told at its field before anything is sent.
  changedValues(bodyOf(values), bodyOf(before)) as Body

/** What creates one. */
export const draftOf = (values: ProductValues): Draft => bodyOf(values) as Draft // as above

/** The server's errors at the rows as they stand, of which it was sent no blank ones. */
export function placeErrors(errors: FieldErrors, { barcodes, components }: ProductValues): FieldErrors {
  const filled: Partial<Record<string, number[]>> = {
    barcodes: barcodes.flatMap((barcode, index) => (barcode.trim() === '' ? [] : [index])),
    components: components.flatMap((part, index) => (isBlankPart(part) ? [] : [index])),
  }
  return Object.fromEntries(
    Object.entries(errors).map(([path, texts]) => {
      const [list = '', index, ...rest] = path.split('.')
      const place = index === undefined ? undefined : filled[list]?.[Number(index)]
      return [place === undefined ? path : [list, place, ...rest].join('.'), texts]
    }),
  )
}

/** What is wrong with what has been typed so far, by field; it is told at once. */
export function liveMistakes({ article, barcodes }: ProductValues): Map<string, Mistake> {
  const found = new Map<string, Mistake>()
  const inArticle = findArticleMistake(article)
  if (inArticle) found.set('article', inArticle)
  const typed = barcodes.map((barcode) => barcode.trim())
  for (const [index, barcode] of typed.entries()) {
    if (barcode === '') continue
    const isTwice = typed.indexOf(barcode) < index
    const mistake = isTwice ? ({ key: 'barcode_twice' } as const) : findBarcodeMistake(barcode)
    if (mistake) found.set(`barcodes.${index}`, mistake)
  }
  return found
}

/** What would be refused, as far as it can be seen here: what is wrong, and what is missing. */
export function findMistakes(values: ProductValues): Map<string, Mistake> {
  const found = liveMistakes(values)
  const miss = (path: string) => found.set(path, { key: 'required' })
  if (values.name.trim() === '') miss('name')
  if (values.article.trim() === '') miss('article')
  for (const [index, part] of values.components.entries()) {
    if (isBlankPart(part)) continue
    if (part.name.trim() === '') miss(`components.${index}.name`)
    if (part.quantity === null) miss(`components.${index}.quantity`)
  }
  return found
}
