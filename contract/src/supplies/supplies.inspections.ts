import { z } from 'zod'
import { call } from '../call.ts'
import { maxCommentMedia } from '../multimedia/multimedia.kinds.ts'
import { multimedia, multimediaIds } from '../multimedia/multimedia.ts'
import { productBrief } from '../products/products.brief.ts'
import { fieldText, id, instant, longText, sum } from '../shapes/primitives.ts'
import { person } from '../users/users.ts'
import { maxBoxLines } from './supplies.line.ts'

const inspection = z.object({
  id,
  user: person,
  comment: z.string(),
  created_at: instant,
  /** `packed`: pieces that the box was said to have. `found`: pieces that it had. */
  lines: z.array(z.object({ product: productBrief, packed: z.int(), found: z.int() })),
  /** Whose scans were counted again, and how many of their pieces were missing. */
  people: z.array(z.object({ user: person, pieces: sum, missing: sum })),
  multimedia: z.array(multimedia),
})
export type Inspection = z.infer<typeof inspection>

const found = z.strictObject({ product_id: id, quantity: z.int().min(0).max(1_000_000) })
const eachOnce = (lines: readonly { product_id: number }[]) =>
  new Set(lines.map(({ product_id }) => product_id)).size === lines.length

const inspectionBody = z.strictObject({
  /** The version of the box that was counted. */
  version: z.int().min(1),
  /** Pieces that are in the box, of all its products and of any other. */
  lines: z.array(found).min(1).max(maxBoxLines).refine(eachOnce, fieldText('product_twice')),
  comment: longText(2000).default(''),
  /** Photos of the open box. At least one is required if pieces are missing. */
  multimedia_ids: multimediaIds.max(maxCommentMedia).default([]),
})
export type InspectionBody = z.output<typeof inspectionBody>

const oneBox = '/supplies/:supply_id/box/:id' as const

/** Calls for counting a packed box again. They are part of the calls of supplies. */
export const inspectionCalls = {
  /** The newest 20. */
  inspections: call({
    method: 'GET',
    path: `${oneBox}/inspections`,
    access: 'admin',
    shows: ['supply'],
    answer: { inspections: z.array(inspection) },
  }),
  /**
   * Confirms the content of a box, or lowers it to what was found. Tasks then count fewer pieces, and their credit is
   * posted anew.
   * The packers of a box cannot inspect it. If the supply has not been shipped, the box gets what was found and is
   * opened.
   */
  inspect: call({
    method: 'POST',
    path: `${oneBox}/inspect`,
    access: 'admin',
    changes: ['supply', 'task', 'money', 'coins', 'achievement'],
    isIdempotent: true,
    success: 201,
    body: inspectionBody,
    answer: { inspection },
    errors: ['wrong_state', 'stale', 'on_pallet', 'empty', 'insufficient_coins'],
  }),
}
