import { z } from 'zod'
import { pathKey } from '../shapes/primitives.ts'

/** Maximum age of a step that a call accepts, ms (a year). Older steps would come from a wrong clock. */
const oldestMs = 31_536_000_000

/** Time since the person made the step, ms. It is dated back by as much, at most 24 hours. */
export const stepAge = z.int().min(0).max(oldestMs).default(0)

/**
 * A step of work that was made before it was sent, for example without a connection. A step that is sent again
 * changes nothing and gets the present answer, however much later.
 */
const workStep = z.strictObject({
  /** Made by the client, unique among the steps of its person. */
  id: pathKey,
  age_ms: stepAge,
})
export type WorkStep = z.output<typeof workStep>

/** Body field of the calls by which people work. */
export const stepField = { step: workStep.optional() }
export const stepBody = z.strictObject(stepField)
