import { type Rates, type Sums, sumNames, sumsOf } from '@artel/contract/tasks/task-rates'
import type { TaskFormValues } from './form/task-draft.ts'

/** A product that a task may be for, with its rates. */
export type Rated = Rates & { id: number; name: string }

/** Replaces the sums of `before` by those of `after`. A non-zero sum that was set by hand stays. */
function follow(values: Sums, before: Sums, after: Sums): Partial<Sums> {
  const following = sumNames.filter((name) => values[name] === before[name] || !values[name])
  return Object.fromEntries(following.map((name) => [name, after[name]]))
}

/** Another product is chosen, or none: replaces the values that came from the previous product. */
export function withProduct(
  values: TaskFormValues,
  before: Rated | null,
  after: Rated | null,
): Partial<TaskFormValues> {
  const { title, quantity } = values
  const isTitleFree = title.trim() === '' || title === before?.name
  return {
    product_id: after?.id ?? null,
    ...(isTitleFree && after && { title: after.name }),
    ...follow(values, sumsOf(before, quantity), sumsOf(after, quantity)),
  }
}

/** Another quantity is typed: recalculates the sums that follow the rates. */
export function withQuantity(
  values: TaskFormValues,
  product: Rated | null,
  quantity: number | null,
): Partial<TaskFormValues> {
  if (!product) return { quantity }
  // While the field is empty the sums cannot be calculated.
  const sums =
    quantity === null ? {} : follow(values, sumsOf(product, values.quantity), sumsOf(product, quantity))
  return { quantity, ...sums }
}
