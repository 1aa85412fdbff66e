import { z } from 'zod'
import { call } from '../call.ts'
import { id, quantity, sum } from '../shapes/primitives.ts'

const distribution = {
  /** Maximum pieces of a box. */
  pieces: quantity,
  /** Whether what is left of a product shares a box with the next products of the plan. */
  is_mixed: z.boolean().default(false),
}
const distributionQuery = z.object(distribution)
export type Distribution = z.output<typeof distributionQuery>

const boxGroup = z.object({
  /** Number of equal boxes. */
  count: z.int(),
  /** What is planned for each of them. */
  items: z.array(z.object({ product_id: id, planned: z.int() })),
})
export type BoxGroup = z.infer<typeof boxGroup>

const proposal = z.object({
  /** Pieces in the plan of the supply that no box contains and no box has in its own plan. */
  units: sum,
  boxes: z.int(),
  /** How many of these boxes exist already: the open ones without content and plan. They are used first. */
  empty_boxes: z.int(),
  groups: z.array(boxGroup),
})
export type Proposal = z.infer<typeof proposal>

/** `boxes` and `units`: those of the proposal that the person has seen. */
const planBody = z.strictObject({ ...distribution, boxes: quantity, units: sum })
export type PlanBody = z.output<typeof planBody>

/** The calls by which an admin distributes the plan of a supply among boxes. `supplies` includes them. */
export const proposalCalls = {
  /** How `planBoxes` would distribute the plan of the supply. */
  proposeBoxes: call({
    method: 'GET',
    path: `/supplies/:supply_id/boxes/proposal`,
    access: 'admin',
    shows: ['supply', 'import'],
    query: distribution,
    answer: { proposal },
  }),
  /**
   * Distributes what the plan of the supply still leaves among boxes: each gets a plan of its own, and no content.
   * `wrong_state` at `pieces`: the proposal has changed since it was read.
   */
  planBoxes: call({
    method: 'POST',
    path: `/supplies/:supply_id/boxes/plan`,
    access: 'admin',
    changes: ['supply'],
    isIdempotent: true,
    success: 201,
    body: planBody,
    answer: { proposal },
    errors: ['wrong_state', 'empty'],
  }),
}
