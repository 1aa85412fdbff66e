import { z } from 'zod'
import { call, fileCall } from './call.ts'
import { importCall, importLimit } from './imports.ts'
import { fileFormat, listCall, listFilters, oneOrMany } from './list.ts'
import {
  day,
  dayBound,
  fieldText,
  id,
  instant,
  line,
  longText,
  quantity,
  sum,
  version,
} from './primitives.ts'
import { productBrief } from './products.brief.ts'
import { boxCalls, eachOnce, supplyBox, supplyCount } from './supplies.boxes.ts'
import { labelSizes, marketplaces, supplyStatuses } from './supplies.line.ts'
import { packingCalls } from './supplies.packing.ts'
import { person } from './users.ts'

export type {
  Box,
  BoxDraft,
  BoxItemInput,
  BoxLabelPicture,
  BoxLine,
  BoxPatch,
  ListedScan,
  MoveBody,
  RemovedItems,
  Scan,
  ScanBody,
  SupplyBox,
  SupplyCount,
} from './supplies.boxes.ts'
export type { Pace, Packing } from './supplies.packing.ts'

const supplyStatus = z.enum(supplyStatuses)
const marketplace = z.enum(marketplaces)

const mostPlanned = 1000

const supplyProduct = supplyCount.extend({ product: productBrief })
export type SupplyProduct = z.infer<typeof supplyProduct>

const shown = {
  id,
  number: z.string(),
  status: supplyStatus,
  legal_entity_id: id.nullable(),
  legal_entity: z.object({ id, name: z.string() }).nullable(),
  warehouse_id: id,
  destination: z.string().nullable(),
  marketplace,
  planned_on: day.nullable(),
  comment: z.string(),
  boxes_count: z.int(),
  sealed_count: z.int(),
  units_count: sum,
  /** Sum of the plan; null: it has none. */
  planned_count: sum.nullable(),
  /** When it came to where it stands. */
  status_at: instant,
  deleted_at: instant.nullable(),
  version: z.int(),
  created_at: instant,
  updated_at: instant,
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    restore: z.boolean(),
    /** Add and change boxes, and scan. */
    pack: z.boolean(),
    /** Statuses that it may be brought to now. */
    move_to: z.array(supplyStatus),
    import: z.boolean(),
  }),
}

const listedSupply = z.object(shown)
export type ListedSupply = z.infer<typeof listedSupply>

export const supply = z.object({
  ...shown,
  /** In its order; empty: no limit. */
  plan: z.array(z.object({ product_id: id, quantity: z.int() })),
  /** All that are planned or packed, first those of the plan in its order. */
  products: z.array(supplyProduct),
  /** By number, the first 500, or fewer that have 5,000 lines together; `supplies.boxes` pages through all. */
  boxes: z.array(supplyBox),
  creator: person.nullable(),
  updated_by: person.nullable(),
})
export type Supply = z.infer<typeof supply>

const plan = z
  .array(z.strictObject({ product_id: id, quantity }))
  .max(mostPlanned)
  .refine(eachOnce, fieldText('product_twice'))
export type SupplyPlan = z.output<typeof plan>

const draftFields = {
  number: line(50),
  legal_entity_id: id.nullable(),
  warehouse_id: id,
  destination: line(200).nullable(),
  marketplace,
  planned_on: day.nullable(),
  comment: longText(2000),
  plan,
}

/** What creates a supply: its warehouse; all else has a default. */
const supplyDraft = z.strictObject({
  ...draftFields,
  /** Not sent: the next of the year, as `2026-000123`. */
  number: draftFields.number.optional(),
  legal_entity_id: draftFields.legal_entity_id.default(null),
  destination: draftFields.destination.default(null),
  marketplace: marketplace.default('wildberries'),
  planned_on: draftFields.planned_on.default(null),
  comment: draftFields.comment.default(''),
  plan: plan.default([]),
})
export type SupplyDraft = z.output<typeof supplyDraft>

/** Changes to a supply: only the fields that are sent; a plan that is sent replaces the old one. */
const supplyPatch = z.strictObject({ ...draftFields, version }).partial()
export type SupplyPatch = z.output<typeof supplyPatch>

const supplyFilterFields = {
  status: oneOrMany(supplyStatus).optional(),
  warehouse_id: oneOrMany(id).optional(),
  legal_entity_id: oneOrMany(id.nullable()).optional(),
  marketplace: oneOrMany(marketplace).optional(),
  /** Those in whose plan or boxes it is. */
  product_id: oneOrMany(id).optional(),
  planned_from: dayBound.optional(),
  planned_to: dayBound.optional(),
  /** Not sent: those that are not deleted. */
  deleted: z.enum(['with', 'only']).optional(),
}
const supplyFilters = listFilters(supplyFilterFields)
export type SupplyFilters = z.output<typeof supplyFilters>

const answer = { supply }
const base = '/supplies'
export const supplies = {
  list: listCall({
    path: base,
    access: 'staff',
    plural: 'supplies',
    row: listedSupply,
    sorts: ['number', 'status', 'planned_on', 'created_at', 'updated_at', 'status_at', 'boxes_count'],
    filters: supplyFilterFields,
    /** Over all rows of the filter; null where their number is only estimated. */
    extra: { totals: z.object({ boxes: sum, units: sum }).nullable() },
  }),
  get: call({ method: 'GET', path: `${base}/:id`, access: 'staff', answer }),
  create: call({
    method: 'POST',
    path: `${base}/create`,
    access: 'admin',
    isIdempotent: true,
    success: 201,
    body: supplyDraft,
    answer,
  }),
  /** Once it is shipped or cancelled, only its comment changes. */
  update: call({
    method: 'PUT',
    path: `${base}/:id`,
    access: 'admin',
    body: supplyPatch,
    answer,
    errors: ['stale', 'wrong_state'],
  }),
  /** Its boxes go with it, and come back with it. */
  remove: call({
    method: 'DELETE',
    path: `${base}/:id`,
    access: 'admin',
    answer: {},
    errors: ['wrong_state'],
  }),
  restore: call({
    method: 'PUT',
    path: `${base}/:id/restore`,
    access: 'admin',
    answer,
    errors: ['number_taken'],
  }),
  /** `empty`: there are no boxes, or one of them has nothing in it. */
  status: call({
    method: 'PUT',
    path: `${base}/:id/status`,
    access: 'admin',
    body: z.strictObject({ status: supplyStatus }),
    answer,
    errors: ['wrong_state', 'empty'],
  }),
  ...packingCalls,
  ...boxCalls,
  import: importCall({
    path: `${base}/import`,
    access: 'admin',
    body: {
      supply_id: id,
      /** Quantities are what belongs into the boxes, not what is in them. */
      as_plan: z.boolean().default(false),
    },
  }),
  template: fileCall({
    method: 'GET',
    path: `${base}/import/template`,
    access: 'admin',
    query: { format: fileFormat.default('xlsx') },
  }),
  /** Of its boxes, or of one; one a page, by number. `empty`: it has no boxes. */
  labels: fileCall({
    method: 'GET',
    path: `${base}/:id/labels`,
    access: 'staff',
    contents: 'pdf',
    query: { size: z.enum(labelSizes).default('58x40'), box_id: id.optional() },
    errors: ['empty'],
  }),
  /** Wildberries' own file of the boxes, given back with what is in them: its styles, widths, columns and box codes stay. */
  fill: fileCall({
    method: 'POST',
    path: `${base}/:id/fill`,
    access: 'admin',
    files: { file: { maxBytes: importLimit } },
    body: z.strictObject({ format: z.literal('xlsx').default('xlsx') }),
  }),
  /** What is in the boxes, in the columns of a packing list; it can be imported again. */
  export: fileCall({
    method: 'POST',
    path: `${base}/export`,
    access: 'admin',
    body: supplyFilters.safeExtend({ format: fileFormat.default('xlsx') }),
  }),
}
