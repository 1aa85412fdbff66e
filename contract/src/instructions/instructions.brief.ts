import { z } from 'zod'
import { id } from '../shapes/primitives.ts'

/**
 * An instruction beside its product. Only published ones are shown, those that wait for the person's
 * confirmation first.
 */
export const instructionBrief = z.object({
  id,
  title: z.string(),
  /** Staff must confirm that they have read it before they start a task of its products. */
  requires_ack: z.boolean(),
  revision: z.int(),
  /** Whether the signed-in person has confirmed this revision. */
  is_read: z.boolean(),
})
export type InstructionBrief = z.infer<typeof instructionBrief>
