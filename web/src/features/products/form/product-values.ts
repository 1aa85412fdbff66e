import type { FieldErrors } from '@artel/contract/errors/errors'
import type { Product } from '@artel/contract/products/products'
import { findArticleMistake, findBarcodeMistake, type Mistake } from '@artel/contract/products/products.rules'
import { bodyOfValues } from '../../../forms/form/body-of-values.ts'
import { orNull, valuesFrom } from '../../../forms/form/values-from.ts'
import { changedValues } from '../../../forms/save/stale-fields.ts'

export type ComponentRow = { name: string; article: string; quantity: number | null }
type StockRow = { warehouse_id: number; quantity: number }

/** The values of the form. An empty number is null; rows that were added and not filled are blank. */
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
  /** Ordered by warehouse id. A warehouse without a value is left out. */
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

export const valuesOf = (product: Product): ProductValues =>
  valuesFrom(emptyProduct, product, {
    components: product.components.map((part) => ({ ...part, article: part.article ?? '' })),
    multimedia_ids: product.multimedia.map(({ id }) => id),
  })

/** Values for a copy of a product, without identifiers and stock. */
export function copyOf(product: Product): ProductValues {
  const { article, barcodes, wildberries_id, is_active, stock, multimedia_ids } = emptyProduct
  return { ...valuesOf(product), article, barcodes, wildberries_id, is_active, stock, multimedia_ids }
}

const isBlankPart = ({ name, article }: ComponentRow) => `${name}${article}`.trim() === ''

/** The values in the shape of the call, without blank rows. */
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

/** The body of an update: the fields that differ from `before`. */
export const changeOf = (values: ProductValues, before: ProductValues) =>
  bodyOfValues<'products.update'>(changedValues(bodyOf(values), bodyOf(before)))

/** The body of a create. */
export const draftOf = (values: ProductValues) => bodyOfValues<'products.create'>(bodyOf(values))

/** Moves the server's errors to the rows of the form. Indexes differ, because blank rows are not sent. */
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

/** Errors in the typed values by field, shown while typing. */
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

/** Errors that can be found on the client: wrong values, and rows that lack a value. */
export function findMistakes(values: ProductValues): Map<string, Mistake> {
  const found = liveMistakes(values)
  const miss = (path: string) => found.set(path, { key: 'required' })
  for (const [index, part] of values.components.entries()) {
    if (isBlankPart(part)) continue
    if (part.name.trim() === '') miss(`components.${index}.name`)
    if (part.quantity === null) miss(`components.${index}.quantity`)
  }
  return found
}
