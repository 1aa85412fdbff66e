import { z } from 'zod'
import { call } from '../call.ts'
import { id } from '../shapes/primitives.ts'
import { firstStepNames } from './first-steps.names.ts'

const step = z.object({
  name: z.enum(firstStepNames),
  /** Rows of the company itself show it; those of the example do not count. */
  is_done: z.boolean(),
})

/** A row that stays because the company has used it. */
const stayed = z.object({
  entity: z.enum(['task', 'supply', 'product', 'legal_entity', 'warehouse']),
  id,
  title: z.string(),
})
export type Stayed = z.infer<typeof stayed>

const example = {
  path: '/first_steps/example',
  access: 'owner',
  changes: ['company', 'task', 'supply', 'product', 'legal_entity', 'warehouse', 'storage'],
} as const

/** What a new company does first, and the example that shows what it will look like. */
export const firstSteps = {
  /** The steps that the person may take, in their order. */
  get: call({
    method: 'GET',
    path: '/first_steps',
    access: 'admin',
    shows: ['company', 'user', 'task', 'supply', 'product'],
    answer: {
      steps: z.array(step),
      example: z.object({
        is_in: z.boolean(),
        can: z.object({
          /** Only while the company has no set, no task and no supply of its own. */
          add: z.boolean(),
          remove: z.boolean(),
        }),
      }),
    },
  }),
  /** Adds sets with photos, tasks, a supply and what it needs. Does nothing if the example is there already. */
  addExample: call({
    ...example,
    method: 'POST',
    effect: 'slow_steps',
    answer: {},
    errors: ['has_own_rows', 'quota_exceeded', 'share_exceeded', 'too_many_requests'],
  }),
  /** Deletes the rows of the example. Those that the company has used stay, as its own. */
  removeExample: call({ ...example, method: 'DELETE', answer: { stayed: z.array(stayed) } }),
}
