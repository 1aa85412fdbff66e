import { z } from 'zod'
import { call } from './call.ts'
import { instructionBrief } from './instructions.brief.ts'
import { id, instant, sum } from './primitives.ts'
import { scan, supplyCount } from './supplies.boxes.ts'
import { supplyStatuses } from './supplies.line.ts'
import { person } from './users.ts'

/** What packers see change while they pack: small, to be read anew at each event of the supply. */
const packing = z.object({
  id,
  status: z.enum(supplyStatuses),
  boxes_count: z.int(),
  sealed_count: z.int(),
  units_count: z.int(),
  planned_count: z.int().nullable(),
  products: z.array(supplyCount),
  /** Those for these products, what is to be read first in front; `product_ids` are of these products alone. */
  instructions: z.array(instructionBrief.extend({ product_ids: z.array(id) })),
  /** Who has scanned in it, the one of the last scan first. */
  packers: z.array(z.object({ user: person, units: sum, last_at: instant })),
  /** The last 20, the newest first. */
  scans: z.array(scan),
})
export type Packing = z.infer<typeof packing>

/** How whoever asks has packed in a supply today; what was taken back is left out. */
const pace = z.object({
  units: sum,
  /** From their first scan to their last, without the times of more than a quarter of an hour in which they scanned nothing. */
  seconds: sum,
  /** What their tasks bring for the pieces counted into them, while one of the supply runs; null where none does. */
  earned: z.object({ money: sum, coins: sum }).nullable(),
})
export type Pace = z.infer<typeof pace>

const base = '/supplies/:id' as const
export const packingCalls = {
  packing: call({ method: 'GET', path: `${base}/packing`, access: 'staff', answer: { packing } }),
  pace: call({ method: 'GET', path: `${base}/pace`, access: 'staff', answer: { pace } }),
}
