import { z } from 'zod'
import { call, fileCall } from '../call.ts'
import { id, instant, line, sum } from '../shapes/primitives.ts'
import { stepField } from '../tasks/work-steps.ts'
import { labelSizes } from './supplies.line.ts'

const maxMoved = 500

const pallet = z.object({
  id,
  supply_id: id,
  /** 1…n in its supply. */
  number: z.int(),
  /** An SSCC of 18 digits, or a code that the product has made. */
  barcode: z.string(),
  boxes_count: z.int(),
  units_count: sum,
  closed_at: instant.nullable(),
  created_at: instant,
  can: z.object({
    /** Put boxes on it and take them off. */
    load: z.boolean(),
    close: z.boolean(),
    reopen: z.boolean(),
    delete: z.boolean(),
  }),
})
export type Pallet = z.infer<typeof pallet>

/** A box as the packing of pallets knows it. */
const palletBox = z.object({
  id,
  number: z.int(),
  barcode: z.string(),
  units_count: sum,
  is_sealed: z.boolean(),
  pallet_id: id.nullable(),
})
export type PalletBox = z.infer<typeof palletBox>

const moved = z.strictObject({
  box_ids: z.array(id).min(1).max(maxMoved),
})

const base = '/supplies/:supply_id' as const
const onePallet = `${base}/pallet/:id` as const
const answer = { pallet }

/** Calls for the pallets of a supply. They are part of the calls of supplies. */
export const palletCalls = {
  /** All pallets in the order of their numbers. */
  pallets: call({
    method: 'GET',
    path: `${base}/pallets`,
    access: 'staff',
    shows: ['supply', 'import'],
    answer: {
      pallets: z.array(pallet),
      /** Number of boxes that stand on no pallet. */
      loose_count: z.int(),
    },
  }),
  /** The first 5,000 boxes by number, so that a device can judge the scan of a box. */
  palletBoxes: call({
    method: 'GET',
    path: `${base}/pallets/boxes`,
    access: 'staff',
    shows: ['supply', 'import'],
    answer: {
      boxes: z.array(palletBox),
      /** Whether these are all boxes of the supply. */
      is_whole: z.boolean(),
    },
  }),
  /** With a GS1 prefix of the company its code is an SSCC. `sscc_used_up`: the prefix has no serial left. */
  createPallet: call({
    method: 'POST',
    path: `${base}/pallet`,
    access: 'staff',
    changes: ['supply'],
    isIdempotent: true,
    success: 201,
    answer,
    errors: ['wrong_state', 'sscc_used_up'],
  }),
  /** Deletes a pallet and takes its boxes off it. A closed pallet must be reopened first. */
  removePallet: call({
    method: 'DELETE',
    path: onePallet,
    access: 'staff',
    changes: ['supply'],
    answer: {},
    errors: ['wrong_state', 'pallet_closed'],
  }),
  /** Puts the box with the scanned code on the pallet. On a box that stands there already it changes nothing. */
  putOnPallet: call({
    method: 'POST',
    path: `${onePallet}/box`,
    access: 'staff',
    changes: ['supply'],
    body: z.strictObject({
      /** The barcode of a box of the supply. */
      barcode: line(100),
      /** Moves the box if it stands on this pallet. Default: a box that stands on another pallet is refused. */
      from_pallet_id: id.optional(),
      ...stepField,
    }),
    /** `box`: null if the call is repeated and the box was deleted since. */
    answer: { pallet, box: palletBox.nullable() },
    errors: ['wrong_state', 'box_open', 'on_other_pallet', 'pallet_closed', 'idempotency_conflict'],
  }),
  /** All or none. Boxes that stand there already stay. */
  putManyOnPallet: call({
    method: 'PUT',
    path: `${onePallet}/boxes`,
    access: 'staff',
    changes: ['supply'],
    body: moved,
    answer,
    errors: ['wrong_state', 'box_open', 'on_other_pallet', 'pallet_closed'],
  }),
  /** Boxes that do not stand on this pallet stay where they are. */
  takeOffPallet: call({
    method: 'PUT',
    path: `${onePallet}/takeoff`,
    access: 'staff',
    changes: ['supply'],
    body: moved,
    answer,
    errors: ['wrong_state', 'pallet_closed'],
  }),
  closePallet: call({
    method: 'PUT',
    path: `${onePallet}/close`,
    access: 'staff',
    changes: ['supply'],
    answer,
    errors: ['wrong_state', 'pallet_empty'],
  }),
  reopenPallet: call({
    method: 'PUT',
    path: `${onePallet}/reopen`,
    access: 'staff',
    changes: ['supply'],
    answer,
    errors: ['wrong_state'],
  }),
  /** Labels of all its pallets, or of one; one on a page, by number. `no_pallets`: it has none. */
  palletLabels: fileCall({
    method: 'GET',
    path: `${base}/pallets/labels`,
    access: 'staff',
    contents: 'pdf',
    query: { size: z.enum(labelSizes).default('58x40'), pallet_id: id.optional() },
    errors: ['no_pallets'],
  }),
}
