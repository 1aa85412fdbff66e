import { z } from 'zod'
import { call } from '../call.ts'
import { instructionBrief } from '../instructions/instructions.brief.ts'
import { productBrief } from '../products/products.brief.ts'
import { id, instant, sum } from '../shapes/primitives.ts'
import { person } from '../users/users.ts'
import { scan, supplyCount } from './supplies.boxes.ts'
import { supplyStatuses } from './supplies.line.ts'

/** Data that changes while people pack. It is small, because it is read again at each event of the supply. */
const packing = z.object({
  id,
  status: z.enum(supplyStatuses),
  boxes_count: z.int(),
  sealed_count: z.int(),
  units_count: z.int(),
  planned_count: z.int().nullable(),
  products: z.array(supplyCount),
  /**
   * Instructions of these products, those that wait for the person's confirmation first. `product_ids` has
   * only these products.
   */
  instructions: z.array(instructionBrief.extend({ product_ids: z.array(id) })),
  /** People who have scanned in it, the person of the last scan first. */
  packers: z.array(
    z.object({
      user: person,
      units: sum,
      last_at: instant,
      /** The box of their last scan. */
      box: z.object({ id, number: z.int(), units_count: z.int(), planned_count: sum.nullable() }),
    }),
  ),
  /** The last 20, the newest first. */
  scans: z.array(scan),
})
export type Packing = z.infer<typeof packing>

/** What the caller has packed in a supply today, without scans that were undone. */
const pace = z.object({
  units: sum,
  /** Seconds from the first to the last scan, without gaps of more than 15 minutes between scans. */
  seconds: sum,
  /** Earnings of their tasks for these pieces, while a task of the supply runs; null if none runs. */
  earned: z.object({ money: sum, coins: sum }).nullable(),
})
export type Pace = z.infer<typeof pace>

/** Scanned pieces that no task counts, by person and product, and the tasks that can count them. */
const uncounted = z.object({
  user: person,
  product: productBrief,
  pieces: sum,
  /** Tasks of the person for the supply and product that are not finished and have room, at most 20. */
  tasks: z.array(z.object({ id, title: z.string(), quantity: z.int(), quantity_done: z.int() })),
})
export type Uncounted = z.infer<typeof uncounted>

const base = '/supplies/:id' as const
export const packingCalls = {
  packing: call({
    method: 'GET',
    path: `${base}/packing`,
    access: 'staff',
    shows: ['supply', 'import', 'instruction'],
    answer: { packing },
  }),
  /** The first 200 by person and product. `pieces` are all of them. */
  uncounted: call({
    method: 'GET',
    path: `${base}/uncounted`,
    access: 'admin',
    shows: ['supply', 'task', 'product'],
    answer: { uncounted: z.array(uncounted), pieces: sum },
  }),
  pace: call({ method: 'GET', path: `${base}/pace`, access: 'staff', shows: [], answer: { pace } }),
}
