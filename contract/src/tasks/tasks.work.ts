import { z } from 'zod'
import { maxCommentMedia } from '../multimedia/multimedia.kinds.ts'
import { multimediaIds } from '../multimedia/multimedia.ts'
import { fieldText, text } from '../shapes/primitives.ts'
import { stepField } from './work-steps.ts'

const largestQuantity = 1_000_000
const quantityDone = z.int().min(0).max(largestQuantity)

/** How much is done: the whole count, or what was added to it. */
export const progressBody = z
  .strictObject({
    quantity_done: quantityDone.optional(),
    /** Pieces done since the last report, negative to correct it, so that two devices that count both count. */
    added: z.int().min(-largestQuantity).max(largestQuantity).optional(),
    ...stepField,
  })
  .refine((body) => (body.quantity_done === undefined) !== (body.added === undefined), {
    ...fieldText('required'),
    path: ['quantity_done'],
  })

export const finishBody = z.strictObject({
  /** Default: the whole quantity, or what was scanned. */
  quantity_done: quantityDone.optional(),
  /** Why more is done than was scanned. Required then, and the task goes to review. */
  reason: text(1000).optional(),
  ...stepField,
})

export const commentBody = z.strictObject({
  text: text(5000),
  multimedia_ids: multimediaIds.max(maxCommentMedia).default([]),
  ...stepField,
})
