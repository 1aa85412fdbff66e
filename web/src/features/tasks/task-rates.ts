import type { TaskFormValues } from './form/task-draft.ts'

/** What a task takes from its product: money, coins and norm for one piece. */
export type Rated = {
  id: number
  name: string
  money: number
  coins: number
  norm_seconds: number | null
}

type Sums = Pick<TaskFormValues, 'money' | 'coins' | 'norm_seconds'>
const sumNames = ['money', 'coins', 'norm_seconds'] as const

/** The rates multiplied by the quantity. */
export function sumsOf(product: Rated | null, quantity: number | null): Sums {
  const times = (rate: number | null) => (rate === null || quantity === null ? null : rate * quantity)
  if (!product) return { money: null, coins: null, norm_seconds: null }
  return {
    money: times(product.money),
    coins: times(product.coins),
    norm_seconds: times(product.norm_seconds),
  }
}

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
