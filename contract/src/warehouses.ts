import { z } from 'zod'
import { id } from './primitives.ts'

export const warehouse = z.object({
  id,
  name: z.string(),
  address: z.string().nullable(),
  is_active: z.boolean(),
})
export type Warehouse = z.infer<typeof warehouse>
