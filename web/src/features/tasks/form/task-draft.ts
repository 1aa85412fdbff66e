import type { TaskDetail } from '@artel/contract/tasks/tasks'
import type { TaskPriority } from '@artel/contract/tasks/tasks.line'
import type { BodyOf } from '../../../api/send/calls.ts'
import { bodyOfValues } from '../../../forms/form/body-of-values.ts'
import { valuesFrom } from '../../../forms/form/values-from.ts'
import { changedValues } from '../../../forms/save/stale-fields.ts'

/** The values of the form; an empty number is null. */
export type TaskFormValues = {
  title: string
  description: string
  priority: TaskPriority | null
  product_id: number | null
  quantity: number | null
  warehouse_id: number | null
  supply_id: number | null
  user_id: number | null
  money: number | null
  coins: number | null
  norm_seconds: number | null
  due_at: string | null
  requires_review: boolean
  multimedia_ids: readonly number[]
}

export const emptyDraft: TaskFormValues = {
  title: '',
  description: '',
  priority: 'normal',
  product_id: null,
  quantity: 1,
  warehouse_id: null,
  supply_id: null,
  user_id: null,
  money: null,
  coins: null,
  norm_seconds: null,
  due_at: null,
  requires_review: false,
  multimedia_ids: [],
}

export const draftOf = (task: TaskDetail): TaskFormValues =>
  valuesFrom(emptyDraft, task, { multimedia_ids: task.multimedia.map(({ id }) => id) })

/** The body to send: the fields that differ from `before`. Empty money and coins are sent as 0. */
export function toBody(values: TaskFormValues, before: TaskFormValues = emptyDraft): BodyOf<'tasks.update'> {
  const changed = Object.entries(changedValues(values, before))
  const sums = changed.map(([name, value]) => [
    name,
    value ?? (name === 'money' || name === 'coins' ? 0 : null),
  ])
  return bodyOfValues<'tasks.update'>(Object.fromEntries(sums))
}

/**
 * The body that creates a task. Empty sums are sent explicitly, because otherwise the product would set them.
 */
export function toDraft(values: TaskFormValues): BodyOf<'tasks.create'> {
  const { title, requires_review, money, coins, norm_seconds } = values
  return { ...toBody(values), title, requires_review, money: money ?? 0, coins: coins ?? 0, norm_seconds }
}
