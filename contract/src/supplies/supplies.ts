import { z } from 'zod'
import { call, fileCall } from '../call.ts'
import { importCall, importLimit } from '../imports/imports.ts'
import { productBrief } from '../products/products.brief.ts'
import { fileFormat, listCall, listFilters, oneOrMany } from '../shapes/list.ts'
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
} from '../shapes/primitives.ts'
import { ownKeys } from '../shapes/records.ts'
import { person } from '../users/users.ts'
import { boxCalls, eachOnce, supplyBox, supplyCount } from './supplies.boxes.ts'
import { inspectionCalls } from './supplies.inspections.ts'
import { labelSizes, marketplaces, supplyStatuses } from './supplies.line.ts'
import { packingCalls } from './supplies.packing.ts'
import { palletCalls } from './supplies.pallets.ts'
import { proposalCalls } from './supplies.proposal.ts'

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
  RoomRequest,
  Scan,
  ScanBody,
  SupplyBox,
  SupplyCount,
} from './supplies.boxes.ts'
export type { Inspection, InspectionBody } from './supplies.inspections.ts'
export type { Pace, Packing, Uncounted } from './supplies.packing.ts'
export type { Pallet, PalletBox } from './supplies.pallets.ts'
export type { BoxGroup, Distribution, PlanBody, Proposal } from './supplies.proposal.ts'

const supplyStatus = z.enum(supplyStatuses)
const marketplace = z.enum(marketplaces)

const maxPlanned = 1000

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
  /** Sum of its plan; null: it has no plan. */
  planned_count: sum.nullable(),
  /** When it got its current status. */
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
    /** Statuses that may be set now. */
    move_to: z.array(supplyStatus),
    import: z.boolean(),
  }),
}

const listedSupply = z.object(shown)
export type ListedSupply = z.infer<typeof listedSupply>

export const supply = z.object({
  ...shown,
  /** In the order of the plan; empty: no limit. */
  plan: z.array(z.object({ product_id: id, quantity: z.int() })),
  /** All products that are planned or packed, first those of the plan in its order. */
  products: z.array(supplyProduct),
  /** The first 500 by number, or fewer with 5,000 lines together. `supplies.boxes` pages through all. */
  boxes: z.array(supplyBox),
  creator: person.nullable(),
  updated_by: person.nullable(),
})
export type Supply = z.infer<typeof supply>

const plan = z
  .array(z.strictObject({ product_id: id, quantity }))
  .max(maxPlanned)
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

/** Fields of a new supply. All but the warehouse have defaults. */
const supplyDraft = z.strictObject({
  ...draftFields,
  /** Default: the next number of the year, such as `2026-000123`. */
  number: draftFields.number.optional(),
  legal_entity_id: draftFields.legal_entity_id.default(null),
  destination: draftFields.destination.default(null),
  marketplace: marketplace.default('wildberries'),
  planned_on: draftFields.planned_on.default(null),
  comment: draftFields.comment.default(''),
  plan: plan.default([]),
})
export type SupplyDraft = z.output<typeof supplyDraft>

/** Changes to a supply: only fields that are sent change. A plan that is sent replaces the previous one. */
const supplyPatch = z.strictObject({ ...draftFields, version }).partial()
export type SupplyPatch = z.output<typeof supplyPatch>

const supplyFilterFields = {
  status: oneOrMany(supplyStatus).optional(),
  warehouse_id: oneOrMany(id).optional(),
  legal_entity_id: oneOrMany(id.nullable()).optional(),
  marketplace: oneOrMany(marketplace).optional(),
  /** Supplies that have the product in their plan or in their boxes. */
  product_id: oneOrMany(id).optional(),
  planned_from: dayBound.optional(),
  planned_to: dayBound.optional(),
  /** The planned day is over, and the supply has not left yet. */
  overdue: z.boolean().optional(),
  /** Default: only supplies that are not deleted. */
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
    shows: ['supply', 'import'],
    plural: 'supplies',
    row: listedSupply,
    sorts: ['number', 'status', 'planned_on', 'created_at', 'updated_at', 'status_at', 'boxes_count'],
    filters: supplyFilterFields,
    addressed: ownKeys(supplyFilterFields),
    /** For all rows of the filter; null if their number is only an estimate. */
    extra: { totals: z.object({ boxes: sum, units: sum }).nullable() },
  }),
  get: call({ method: 'GET', path: `${base}/:id`, access: 'staff', shows: ['supply', 'import'], answer }),
  create: call({
    method: 'POST',
    path: `${base}/create`,
    access: 'admin',
    changes: ['supply'],
    isIdempotent: true,
    success: 201,
    body: supplyDraft,
    answer,
  }),
  /** If it is shipped or cancelled, only its comment can change. */
  update: call({
    method: 'PUT',
    path: `${base}/:id`,
    access: 'admin',
    changes: ['supply', 'task'],
    body: supplyPatch,
    answer,
    errors: ['stale', 'wrong_state'],
  }),
  /** Its boxes are deleted with it, and restored with it. */
  remove: call({
    method: 'DELETE',
    path: `${base}/:id`,
    access: 'admin',
    changes: ['supply', 'task'],
    answer: {},
    errors: ['wrong_state'],
  }),
  restore: call({
    method: 'PUT',
    path: `${base}/:id/restore`,
    access: 'admin',
    changes: ['supply', 'task'],
    answer,
    errors: ['number_taken'],
  }),
  /** `empty`: there are no boxes, or one of them is empty. */
  status: call({
    method: 'PUT',
    path: `${base}/:id/status`,
    access: 'admin',
    changes: ['supply', 'task'],
    body: z.strictObject({ status: supplyStatus }),
    answer,
    errors: ['wrong_state', 'empty'],
  }),
  ...packingCalls,
  ...boxCalls,
  ...proposalCalls,
  ...palletCalls,
  ...inspectionCalls,
  import: importCall({
    path: `${base}/import`,
    access: 'admin',
    changes: ['import'],
    body: {
      supply_id: id,
      /** Quantities are the plan of the boxes, not their content. */
      as_plan: z.boolean().default(false),
    },
  }),
  template: fileCall({
    method: 'GET',
    path: `${base}/import/template`,
    access: 'admin',
    query: { format: fileFormat.default('xlsx') },
  }),
  /** Labels of all its boxes, or of one; one on a page, by number. `empty`: it has no boxes. */
  labels: fileCall({
    method: 'GET',
    path: `${base}/:id/labels`,
    access: 'staff',
    contents: 'pdf',
    query: { size: z.enum(labelSizes).default('58x40'), box_id: id.optional() },
    errors: ['empty'],
  }),
  /**
   * Fills the file that Wildberries gave for the boxes with their content. Its styles, widths, columns and
   * codes of boxes stay.
   */
  fill: fileCall({
    method: 'POST',
    path: `${base}/:id/fill`,
    access: 'admin',
    files: { file: { maxBytes: importLimit } },
    body: z.strictObject({ format: z.literal('xlsx').default('xlsx') }),
  }),
  /** The content of the boxes, in the columns of a packing list. It can be imported again. */
  export: fileCall({
    method: 'POST',
    path: `${base}/export`,
    access: 'admin',
    body: supplyFilters.safeExtend({ format: fileFormat.default('xlsx') }),
  }),
}
