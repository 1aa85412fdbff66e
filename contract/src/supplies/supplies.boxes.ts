import { z } from 'zod'
import { call } from '../call.ts'
import { productBrief } from '../products/products.brief.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import {
  day,
  fieldText,
  id,
  instant,
  line,
  pathKey,
  quantity,
  sum,
  text,
  version,
} from '../shapes/primitives.ts'
import { visibleForm } from '../shapes/visible.ts'
import { stepAge } from '../tasks/work-steps.ts'
import { person } from '../users/users.ts'
import { boxCode, maxBoxesAtOnce, maxBoxLines } from './supplies.line.ts'

/** The barcode of a box, as a scanner reads it, or the code of its marketplace. */
const boxBarcode = z
  .string()
  .overwrite(visibleForm)
  .min(1)
  .refine((value) => boxCode.test(value), fieldText('bad_box_code'))
const weight = z.int().min(1).max(1_000_000)

const boxItem = z.object({
  id,
  product_id: id,
  quantity: z.int(),
  /** Planned pieces of it for this box; null: none are planned. */
  planned: z.int().nullable(),
  expires_on: day.nullable(),
})

const shownBox = {
  id,
  supply_id: id,
  /** 1…n. Boxes are ordered by it everywhere. */
  number: z.int(),
  barcode: z.string(),
  weight_g: z.int().nullable(),
  units_count: sum,
  /**
   * Number of its lines. If there are many, `items` has only the first ones: 5,000 for all boxes of an
   * answer, evenly.
   */
  items_count: z.int(),
  /** Sum of its plan; null: it has no plan. A box with a plan accepts no other products by scans. */
  planned_count: sum.nullable(),
  /** The person who has put something into it last. */
  packed_by: id.nullable(),
  packer: person.nullable(),
  sealed_at: instant.nullable(),
  sealed_by: id.nullable(),
  /** The pallet on which it stands; only a sealed box stands on one. */
  pallet: z.object({ id, number: z.int() }).nullable(),
  version: z.int(),
  created_at: instant,
}

/** A box in the list of its supply. Its products are described once, in `products` of the supply. */
export const supplyBox = z.object({ ...shownBox, items: z.array(boxItem) })
export type SupplyBox = z.infer<typeof supplyBox>

const boxLine = boxItem.extend({ product: productBrief })
export type BoxLine = z.infer<typeof boxLine>

/** A box by itself. */
const box = z.object({
  ...shownBox,
  items: z.array(boxLine),
  can: z.object({
    edit: z.boolean(),
    seal: z.boolean(),
    unseal: z.boolean(),
    /** Copies its plan too. Only admins may copy or delete a box with a plan. */
    copy: z.boolean(),
    delete: z.boolean(),
    /** Plan the pieces that belong into it. */
    plan: z.boolean(),
    /** Count its pieces again. Not for whoever has packed it. */
    inspect: z.boolean(),
  }),
})
export type Box = z.infer<typeof box>

const boxLabel = z.object({
  /** In dots of a printer of 203 dpi. */
  width: z.int(),
  height: z.int(),
  /** All black areas, as the `d` of an SVG path in dots. */
  path: z.string(),
})
export type BoxLabelPicture = z.infer<typeof boxLabel>

/** Planned and packed pieces of a product in a supply. */
export const supplyCount = z.object({
  product_id: id,
  /** Null: the supply has no plan; 0: its plan does not have this product. */
  planned: z.int().nullable(),
  packed: sum,
})
export type SupplyCount = z.infer<typeof supplyCount>

export const scan = z.object({
  id,
  scan_id: z.string(),
  box_id: id,
  box_number: z.int(),
  product_id: id,
  quantity: z.int(),
  user_id: id,
  user: person,
  /** The scanning person's task that counts this scan, and the counted pieces. */
  task_id: id.nullable(),
  task_quantity: z.int(),
  created_at: instant,
  taken_back_at: instant.nullable(),
})
export type Scan = z.infer<typeof scan>

const listedScan = scan.extend({ product: productBrief, taken_back_by: person.nullable() })
export type ListedScan = z.infer<typeof listedScan>

const isOnce = (ids: readonly number[]) => new Set(ids).size === ids.length
export const eachOnce = (list: readonly { product_id: number }[]) =>
  isOnce(list.map(({ product_id }) => product_id))

const itemInput = z
  .strictObject({
    product_id: id,
    /** 0 only if some are planned. */
    quantity: z.int().min(0).max(1_000_000),
    /** Default: it stays unchanged. */
    planned: quantity.nullable().optional(),
    expires_on: day.nullable().default(null),
  })
  .refine(({ quantity: count, planned }) => count > 0 || planned !== null, {
    ...fieldText('too_small', { minimum: 1 }),
    path: ['quantity'],
  })
const items = z.array(itemInput).max(maxBoxLines).refine(eachOnce, fieldText('product_twice'))
export type BoxItemInput = z.output<typeof itemInput>
/** Lines that an import has removed from a box, as they were. */
export type RemovedItems = Omit<z.output<typeof boxItem>, 'id'>[]

const boxFields = {
  barcode: boxBarcode,
  weight_g: weight.nullable(),
  /** Replaces the content of the box. */
  items,
}
const boxDraft = z.strictObject({
  ...boxFields,
  /** Default: the server makes one. */
  barcode: boxBarcode.optional(),
  weight_g: boxFields.weight_g.default(null),
  items: items.default([]),
})
export type BoxDraft = z.output<typeof boxDraft>
const boxPatch = z.strictObject({ ...boxFields, version }).partial()
export type BoxPatch = z.output<typeof boxPatch>

const scanBody = z.strictObject({
  /** The barcode of a product. */
  barcode: z.string().trim().min(1).max(100),
  /** Chosen by the client, so that a scan that is sent twice counts once. Default: the server makes one. */
  scan_id: pathKey.optional(),
  quantity: quantity.default(1),
  age_ms: stepAge,
})
export type ScanBody = z.output<typeof scanBody>

const roomRequest = z.strictObject({
  /** The barcode of the refused scan. Unlike a scan's, it is shown to others, so it must be visible. */
  barcode: text(100),
  quantity: quantity.default(1),
})
export type RoomRequest = z.output<typeof roomRequest>

const moveBody = z.strictObject({ product_id: id, quantity, to_box_id: id })
export type MoveBody = z.output<typeof moveBody>

const boxAnswer = { box }
const manyBoxes = { boxes: z.array(box) }
const boxPath = `/supplies/:supply_id/box` as const
const oneBox = `${boxPath}/:id` as const
const boxErrors = ['wrong_state', 'box_sealed', 'plan_exceeded', 'empty'] as const

/** Calls for the boxes of a supply. They are part of the calls of supplies. */
export const boxCalls = {
  /**
   * All boxes of a supply. A page of 25 boxes has at most 200 lines of each, a page of 200 at most 25.
   * `getBox` has the rest.
   */
  boxes: listCall({
    path: '/listing/boxes/:id',
    access: 'staff',
    shows: ['supply', 'import'],
    plural: 'boxes',
    row: box,
    sorts: ['number', 'barcode', 'units_count', 'sealed_at', 'created_at'],
    filters: {
      is_sealed: z.boolean().optional(),
      is_empty: z.boolean().optional(),
      product_id: oneOrMany(id).optional(),
      packed_by: oneOrMany(id).optional(),
      /** Null: boxes that stand on no pallet. */
      pallet_id: oneOrMany(id.nullable()).optional(),
      /** The box with this barcode. */
      barcode: line(64).optional(),
      number: z.int().min(1).max(2_147_483_647).optional(),
    },
    addressed: ['is_sealed', 'is_empty', 'pallet_id'],
  }),
  /** All scans of a supply, including those that were undone. */
  scans: listCall({
    path: '/listing/scans/:id',
    access: 'staff',
    shows: ['supply'],
    plural: 'scans',
    row: listedScan,
    sorts: ['created_at', 'quantity'],
    filters: {
      user_id: oneOrMany(id).optional(),
      box_id: oneOrMany(id).optional(),
      product_id: oneOrMany(id).optional(),
      task_id: oneOrMany(id).optional(),
      is_taken_back: z.boolean().optional(),
      /** Whether pieces of the scan are counted by no task. A scan that was undone is in neither. */
      is_uncounted: z.boolean().optional(),
    },
    addressed: ['is_taken_back', 'is_uncounted', 'task_id'],
  }),
  getBox: call({
    method: 'GET',
    path: oneBox,
    access: 'staff',
    shows: ['supply', 'import'],
    answer: boxAnswer,
  }),
  /** A preview of the small label of a box; `supplies.labels` prints. */
  label: call({
    method: 'GET',
    path: `${oneBox}/label`,
    access: 'staff',
    shows: ['supply', 'import'],
    answer: { label: boxLabel },
  }),
  createBox: call({
    method: 'POST',
    path: boxPath,
    access: 'staff',
    changes: ['supply'],
    success: 201,
    body: boxDraft,
    answer: boxAnswer,
    errors: boxErrors,
  }),
  updateBox: call({
    method: 'PUT',
    path: oneBox,
    access: 'staff',
    changes: ['supply', 'task'],
    body: boxPatch,
    answer: boxAnswer,
    errors: [...boxErrors, 'stale'],
  }),
  /** Only admins may delete a box with a plan. */
  removeBox: call({
    method: 'DELETE',
    path: oneBox,
    access: 'staff',
    changes: ['supply', 'task'],
    answer: {},
    errors: boxErrors,
  }),
  /** Adds this number of empty boxes. */
  addBoxes: call({
    method: 'POST',
    path: `/supplies/:supply_id/boxes`,
    access: 'staff',
    changes: ['supply'],
    success: 201,
    body: z.strictObject({ count: z.int().min(1).max(maxBoxesAtOnce) }),
    answer: manyBoxes,
    errors: boxErrors,
  }),
  /** Copies a box with its content. Only admins may copy a box with a plan. */
  copyBox: call({
    method: 'POST',
    path: `${oneBox}/copy`,
    access: 'staff',
    changes: ['supply'],
    success: 201,
    body: z.strictObject({ times: z.int().min(1).max(maxBoxesAtOnce).default(1) }),
    answer: manyBoxes,
    errors: boxErrors,
  }),
  /** Answers both boxes, the source first. */
  moveLine: call({
    method: 'POST',
    path: `${oneBox}/move`,
    access: 'staff',
    changes: ['supply', 'task'],
    success: 201,
    body: moveBody,
    answer: manyBoxes,
    errors: boxErrors,
  }),
  /** A repeated call gets the same answer. */
  seal: call({
    method: 'PUT',
    path: `${oneBox}/seal`,
    access: 'staff',
    changes: ['supply'],
    answer: boxAnswer,
    errors: boxErrors,
  }),
  unseal: call({
    method: 'PUT',
    path: `${oneBox}/unseal`,
    access: 'staff',
    changes: ['supply'],
    answer: boxAnswer,
    errors: [...boxErrors, 'on_pallet'],
  }),
  /** A repeated `scan_id` gets the same answer and counts once. With other data it is a conflict. */
  scan: call({
    method: 'POST',
    path: `${oneBox}/scan`,
    access: 'staff',
    changes: ['supply', 'task'],
    /** Reads its answer after the scan is written, so that other scans of the product do not wait for it. */
    effect: 'steps',
    body: scanBody,
    /** `item`: null if the scan was undone meanwhile. `product`: the current counts of the supply. */
    answer: { box, item: boxLine.nullable(), scan, product: supplyCount },
    errors: ['wrong_state', 'barcode_unknown', 'box_sealed', 'plan_exceeded', 'idempotency_conflict'],
  }),
  /**
   * `:scan_key` is the `scan_id`. A repeated call gets the same answer. A task that is in review or done counts
   * the pieces no longer, and is paid anew for those that are left.
   */
  takeBack: call({
    method: 'DELETE',
    path: `${oneBox}/scan/:scan_key`,
    access: 'staff',
    changes: ['supply', 'task', 'money', 'coins', 'achievement'],
    answer: { box, product: supplyCount },
    errors: ['wrong_state', 'box_sealed', 'empty', 'insufficient_coins'],
  }),
  /**
   * After a refused scan: notifies admins and owners that the plan has no room for the pieces, or that no
   * product has the barcode. A sealed box may be named, too. A repeated request adds no notification while
   * the first one is unread.
   */
  askForRoom: call({
    method: 'POST',
    path: `${oneBox}/ask`,
    access: 'staff',
    changes: [],
    isIdempotent: true,
    body: roomRequest,
    answer: {},
    errors: ['wrong_state'],
  }),
}
