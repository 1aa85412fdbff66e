import { z } from 'zod'
import { id } from '../shapes/primitives.ts'

/** A product beside an item that refers to it. */
export const productBrief = z.object({
  id,
  name: z.string(),
  article: z.string(),
  barcodes: z.array(z.string()),
  photo: z.string().nullable(),
})
export type ProductBrief = z.infer<typeof productBrief>
