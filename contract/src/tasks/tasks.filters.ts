import { z } from 'zod'
import { listFilters, oneOrMany } from '../shapes/list.ts'
import { dayBound, id } from '../shapes/primitives.ts'
import { taskPriorities, taskStatuses } from './tasks.line.ts'

const taskStatus = z.enum(taskStatuses)
const taskPriority = z.enum(taskPriorities)

export const taskFilterFields = {
  status: oneOrMany(taskStatus).optional(),
  priority: oneOrMany(taskPriority).optional(),
  /** Null: tasks in the open pool. */
  user_id: oneOrMany(id.nullable()).optional(),
  product_id: oneOrMany(id).optional(),
  warehouse_id: oneOrMany(id.nullable()).optional(),
  supply_id: oneOrMany(id.nullable()).optional(),
  overdue: z.boolean().optional(),
  due_from: dayBound.optional(),
  due_to: dayBound.optional(),
}
export const taskFilters = listFilters(taskFilterFields)
export type TaskFilters = z.output<typeof taskFilters>
