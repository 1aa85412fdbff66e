import { z } from 'zod'
import { call, fileCall } from '../call.ts'
import { importCall } from '../imports/imports.ts'
import { instructionBrief } from '../instructions/instructions.brief.ts'
import { multimedia, multimediaIds } from '../multimedia/multimedia.ts'
import { fitsJson } from '../shapes/json-length.ts'
import { fileFormat, listCall, listFilters, oneOrMany } from '../shapes/list.ts'
import {
  coins,
  fieldText,
  id,
  instant,
  line,
  longText,
  money,
  quantity,
  seconds,
  version,
} from '../shapes/primitives.ts'
import { person } from '../users/users.ts'
import { findArticleMistake, findBarcodeMistake, type Mistake } from './products.rules.ts'

export const maxBarcodes = 50
const maxComponents = 200
const maxStores = 1000

// A refinement cannot report what it found, so each barcode is checked by a function.
const checkedBy =
  (find: (value: string) => Mistake | undefined) => (value: string, context: z.RefinementCtx) => {
    const mistake = find(value)
    if (mistake) context.addIssue({ code: 'custom', message: mistake.key, params: mistake.values ?? {} })
  }

const barcode = z.string().trim().min(1).superRefine(checkedBy(findBarcodeMistake))
const isOnce = (values: readonly unknown[]) => new Set(values).size === values.length

export const component = z.strictObject({
  name: line(200),
  article: line(100).nullable().default(null),
  quantity,
})
/** Maximum characters of the components as JSON. */
const largestComponents = 65_536
const components = z
  .array(component)
  .max(maxComponents)
  .refine(...fitsJson(largestComponents))
/** The components of one piece of a product. */
export type Components = z.output<typeof components>

const stock = z
  .array(z.strictObject({ warehouse_id: id, quantity: z.int().min(0).max(1_000_000_000) }))
  .max(maxStores)
  .refine((list) => isOnce(list.map(({ warehouse_id }) => warehouse_id)), fieldText('warehouse_twice'))

const can = z.object({ edit: z.boolean(), delete: z.boolean() })

const shown = {
  id,
  name: z.string(),
  article: z.string(),
  barcodes: z.array(z.string()),
  wildberries_id: z.int().nullable(),
  brand: z.string().nullable(),
  category: z.string().nullable(),
  description: z.string(),
  components: z.array(z.object({ name: z.string(), article: z.string().nullable(), quantity: z.int() })),
  /** Rates of one piece: kopecks, coins, seconds. */
  money: z.int(),
  coins: z.int(),
  norm_seconds: z.int().nullable(),
  weight_g: z.int().nullable(),
  is_active: z.boolean(),
  moy_sklad_id: z.string().nullable(),
  stock: z.array(z.object({ warehouse_id: id, quantity: z.int() })),
  version: z.int(),
  created_at: instant,
  updated_at: instant,
  can,
}

const listedProduct = z.object({
  ...shown,
  /** File of its first photo; null if it has none. */
  photo: z.string().nullable(),
})
export type ListedProduct = z.infer<typeof listedProduct>

export const product = z.object({
  ...shown,
  multimedia: z.array(multimedia),
  /** Its instructions, those that wait for the person's confirmation first; at most 50. */
  instructions: z.array(instructionBrief),
  /** Who changed it last; null: not a person, but another service. */
  updated_by: person.nullable(),
})
export type Product = z.infer<typeof product>

const draftFields = {
  name: line(200),
  article: line(100).superRefine(checkedBy(findArticleMistake)),
  barcodes: z.array(barcode).max(maxBarcodes).refine(isOnce, fieldText('barcode_twice')),
  wildberries_id: id.nullable(),
  brand: line(100).nullable(),
  category: line(200).nullable(),
  description: longText(5000),
  components,
  money,
  coins,
  norm_seconds: seconds.nullable(),
  weight_g: z.int().min(1).max(1_000_000).nullable(),
  is_active: z.boolean(),
  stock,
  /** In display order. Replaces the previous list. */
  multimedia_ids: multimediaIds,
}

/** Fields of a new product. All but name and article have defaults. */
export const productDraft = z.strictObject({
  ...draftFields,
  barcodes: draftFields.barcodes.default([]),
  wildberries_id: draftFields.wildberries_id.default(null),
  brand: draftFields.brand.default(null),
  category: draftFields.category.default(null),
  description: draftFields.description.default(''),
  components: components.default([]),
  money: money.default(0),
  coins: coins.default(0),
  norm_seconds: draftFields.norm_seconds.default(null),
  weight_g: draftFields.weight_g.default(null),
  is_active: z.boolean().default(true),
  stock: stock.default([]),
  multimedia_ids: multimediaIds.default([]),
})
export type ProductDraft = z.output<typeof productDraft>

/** Changes to a product: only fields that are sent change. A list that is sent replaces the previous one. */
export const productPatch = z.strictObject({ ...draftFields, version }).partial()
export type ProductPatch = z.output<typeof productPatch>

const productFilterFields = {
  is_active: z.boolean().optional(),
  brand: oneOrMany(line(100)).optional(),
  category: oneOrMany(line(200)).optional(),
  /** The product with this barcode. */
  barcode: line(64).optional(),
  /** Products with pieces in these warehouses. */
  warehouse_id: oneOrMany(id).optional(),
}
const productFilters = listFilters(productFilterFields)
export type ProductFilters = z.output<typeof productFilters>

const answer = { product }
const base = '/products'

export const products = {
  list: listCall({
    path: base,
    access: 'staff',
    shows: ['product', 'import'],
    plural: 'products',
    row: listedProduct,
    sorts: ['name', 'article', 'brand', 'category', 'money', 'coins', 'norm_seconds', 'created_at'],
    filters: productFilterFields,
    addressed: ['is_active', 'warehouse_id'],
  }),
  get: call({
    method: 'GET',
    path: `${base}/:id`,
    access: 'staff',
    shows: ['product', 'import', 'instruction'],
    answer,
  }),
  create: call({
    method: 'POST',
    path: `${base}/create`,
    access: 'admin',
    changes: ['product'],
    isIdempotent: true,
    success: 201,
    body: productDraft,
    answer,
  }),
  update: call({
    method: 'PUT',
    path: `${base}/:id`,
    access: 'admin',
    changes: ['product'],
    body: productPatch,
    answer,
    errors: ['stale'],
  }),
  remove: call({
    method: 'DELETE',
    path: `${base}/:id`,
    access: 'admin',
    changes: ['product'],
    answer: {},
    errors: ['in_use'],
  }),
  import: importCall({ path: `${base}/import`, access: 'admin', changes: ['import'] }),
  /** An empty file with the columns that an import knows. */
  template: fileCall({
    method: 'GET',
    path: `${base}/import/template`,
    access: 'admin',
    query: { format: fileFormat.default('xlsx') },
  }),
  /** A file that can be imported again. */
  export: fileCall({
    method: 'POST',
    path: `${base}/export`,
    access: 'admin',
    body: productFilters.safeExtend({ format: fileFormat.default('xlsx') }),
  }),
}
