import { z } from 'zod'
import { call } from '../call.ts'
import { fieldText, id, instant, pathKey, quantity, sum, version } from '../shapes/primitives.ts'
import { taskFilters } from './tasks.filters.ts'
import { taskPriorities } from './tasks.line.ts'

const bulkTarget = {
  ids: z.array(id).min(1).max(1000).optional(),
  /** The tasks that these filters of the list find, at most 1,000. Instead of `ids`. */
  filter: taskFilters.optional(),
}
const bulkStep = {
  ...bulkTarget,
  /** The version of each of the `ids` that the person saw, in the same order. */
  versions: z.array(version).min(1).max(1000).optional(),
  /** Names the step, so that it can be undone. */
  bulk_id: pathKey.optional(),
}
const bulkAction = <Action extends string, Value extends z.ZodRawShape>(action: Action, value: Value) =>
  z.strictObject({ ...bulkStep, action: z.literal(action), ...value })

const bulkBody = z
  .discriminatedUnion('action', [
    bulkAction('assign', { value: id.nullable() }),
    bulkAction('priority', { value: z.enum(taskPriorities) }),
    bulkAction('due', { value: instant.nullable() }),
    // Sums that are the rate of the product times the quantity follow it.
    bulkAction('quantity', { value: quantity }),
    bulkAction('approve', {}),
    bulkAction('cancel', {}),
    bulkAction('delete', {}),
  ])
  .refine((body) => (body.ids === undefined) !== (body.filter === undefined), {
    ...fieldText('required'),
    path: ['ids'],
  })
  .refine((body) => body.versions === undefined || body.versions.length === body.ids?.length, {
    ...fieldText('required'),
    path: ['versions'],
  })
export type TaskBulk = z.output<typeof bulkBody>

const bulkAnswer = { changed: z.int(), refused: z.array(z.object({ id, code: z.string() })) }

/** Calls that act on many tasks. */
export const taskBulkCalls = {
  bulk: call({
    method: 'POST',
    path: '/tasks/bulk',
    access: 'admin',
    changes: ['task', 'money', 'coins', 'achievement'],
    body: bulkBody,
    answer: bulkAnswer,
  }),
  /** What a bulk step would do now, without doing it. */
  bulkEffect: call({
    method: 'POST',
    effect: 'read',
    path: '/tasks/bulk/effect',
    access: 'admin',
    shows: ['task'],
    body: bulkBody,
    answer: {
      ...bulkAnswer,
      /** Tasks that already are as the step would make them. They are counted in neither of the others. */
      same: z.int(),
      /** The money (kopecks) and coins that an approval would credit, or that a deletion would take back. */
      money: sum,
      coins: sum,
      /** How many people that concerns. */
      people: z.int(),
    },
  }),
  /**
   * Undoes a bulk step of the same person: assignee, due date, priority, quantity, or a cancellation. Tasks that
   * somebody has changed since are refused. What was running before stays paused.
   */
  bulkUndo: call({
    method: 'POST',
    path: '/tasks/bulk/undo',
    access: 'admin',
    changes: ['task'],
    body: z.strictObject({ bulk_id: pathKey }),
    answer: bulkAnswer,
  }),
}
