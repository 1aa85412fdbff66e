import { z } from 'zod'
import { call } from '../call.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import { fieldText, id, instant, line } from '../shapes/primitives.ts'
import { labelSizes } from '../supplies/supplies.line.ts'
import { person } from '../users/users.ts'
import { maxNamedBoxes, printReasons, printStatuses } from './printers.line.ts'

const printerName = line(50)
const size = z.enum(labelSizes)
const status = z.enum(printStatuses)

const printer = z.object({
  name: z.string(),
  /** The prints that wait for it or are on it. */
  waiting: z.int(),
  printing: z.int(),
  /** Why its first print does not go on; null: nothing is known to be wrong. */
  reason: z.enum(printReasons).nullable(),
})
export type Printer = z.infer<typeof printer>

const print = z.object({
  id,
  printer: z.string(),
  supply_id: id,
  supply_number: z.string(),
  size,
  status,
  reason: z.enum(printReasons).nullable(),
  /** Labels of the print. */
  count: z.int(),
  /** Labels that the printer has reported as printed. */
  done: z.int(),
  /** The number of the only box; null for several boxes. */
  box_number: z.int().nullable(),
  user: person,
  created_at: instant,
  started_at: instant.nullable(),
  ended_at: instant.nullable(),
  can: z.object({
    /** Print all its labels again. */
    again: z.boolean(),
    /** Print the labels that the printer has not reported as printed. */
    rest: z.boolean(),
    cancel: z.boolean(),
  }),
})
export type Print = z.infer<typeof print>

const printDraft = z.strictObject({
  supply_id: id,
  printer: printerName,
  size: size.default('58x40'),
  /** Default: all boxes of the supply. They are printed in the order of their numbers. */
  box_ids: z
    .array(id)
    .min(1)
    .max(maxNamedBoxes)
    .refine((ids) => new Set(ids).size === ids.length, fieldText('box_twice'))
    .optional(),
})
export type PrintDraft = z.output<typeof printDraft>

const againBody = z.strictObject({
  /** Only labels that the printer has not reported as printed. */
  rest: z.boolean().default(false),
  /** Default: the printer of the first print. */
  printer: printerName.optional(),
})
export type PrintAgain = z.output<typeof againBody>

const answer = { print }
/** The label printers that the operator has named in the settings, and the prints that were sent to them. */
export const printers = {
  /** The printers of the company; empty: the operator has named none. */
  list: call({
    method: 'GET',
    path: '/printers',
    access: 'staff',
    shows: ['print'],
    answer: { printers: z.array(printer) },
  }),
  prints: listCall({
    path: '/prints',
    access: 'staff',
    shows: ['print'],
    plural: 'prints',
    row: print,
    sorts: ['created_at', 'status', 'printer'],
    filters: {
      supply_id: oneOrMany(id).optional(),
      status: oneOrMany(status).optional(),
      printer: oneOrMany(printerName).optional(),
      user_id: oneOrMany(id).optional(),
    },
    addressed: ['status'],
  }),
  /** Adds a print of labels of a supply to the queue of a printer. `empty`: the supply has no boxes. */
  print: call({
    method: 'POST',
    path: '/prints/create',
    access: 'staff',
    changes: ['print'],
    isIdempotent: true,
    success: 201,
    body: printDraft,
    answer,
    errors: ['empty'],
  }),
  /** Queues the labels of an ended print once more, as a new print. */
  again: call({
    method: 'POST',
    path: '/prints/:id/again',
    access: 'staff',
    changes: ['print'],
    isIdempotent: true,
    success: 201,
    body: againBody,
    answer,
    errors: ['wrong_state'],
  }),
  /** A print that has begun ends after the labels that are on the printer. A repeated call changes nothing. */
  cancel: call({
    method: 'PUT',
    path: '/prints/:id/cancel',
    access: 'staff',
    changes: ['print'],
    answer,
    errors: ['wrong_state'],
  }),
}
