import { z } from 'zod'
import { id } from './primitives.ts'

/** An instruction beside the product that it is for: of all that are published those to be read first. */
export const instructionBrief = z.object({
  id,
  title: z.string(),
  /** Staff confirm that they have read it; before that they start no task of its products. */
  requires_ack: z.boolean(),
  revision: z.int(),
  /** Whether the signed-in person has confirmed this revision. */
  is_read: z.boolean(),
})
export type InstructionBrief = z.infer<typeof instructionBrief>
