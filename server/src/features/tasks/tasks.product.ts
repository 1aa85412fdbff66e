import type { Rates } from '@artel/contract/tasks/task-rates'
import type { TaskDraft } from '@artel/contract/tasks/tasks'
import type { Db } from '../../database/db.ts'
import { fieldError } from '../../errors/errors.ts'
import { type HeldProduct, lockProducts } from '../products/products.ts'

type Filled = 'title' | 'money' | 'coins' | 'norm_seconds'
/** A draft in which all fields that a product can fill have a value. */
export type FilledDraft = Omit<TaskDraft, Filled> & Rates & { title: string }

// Maximums of the contract, in kopecks, coins and seconds. A rate times a quantity may exceed them.
const most = { money: 100_000_000_000, coins: 1_000_000_000, norm_seconds: 31_536_000 }

/**
 * Fills the fields that were not sent from the product's current rates. Later changes of the product do not
 * change the task. @throws ApiError 422 at the fields of `path`
 */
export async function fillFromProducts(
  db: Db,
  drafts: readonly TaskDraft[],
  path: (index: number) => string,
): Promise<FilledDraft[]> {
  const ids = drafts.map(({ product_id }) => product_id).filter((id) => id !== null)
  const products = await lockProducts(db, ids)
  return drafts.map((draft, index) => {
    if (draft.product_id === null) return fill(draft, null, path(index))
    return fill(draft, requireProduct(products, draft.product_id, path(index)), path(index))
  })
}

/** Locks the new product of a task. `present`: its product so far. @throws ApiError 422 at `product_id` */
export async function lockProduct(db: Db, id: number, present: number | null): Promise<void> {
  if (id !== present) requireProduct(await lockProducts(db, [id]), id, '')
}

function requireProduct(products: Map<number, HeldProduct>, id: number, path: string): HeldProduct {
  const product = products.get(id)
  if (!product) throw fieldError(`${path}product_id`, 'no_such_product')
  if (!product.is_active) throw fieldError(`${path}product_id`, 'product_off')
  return product
}

function fill(draft: TaskDraft, product: HeldProduct | null, path: string): FilledDraft {
  const times = (rate: number | null | undefined) => (rate ?? 0) * draft.quantity
  const norm = product?.norm_seconds ? times(product.norm_seconds) : null
  const filled = {
    ...draft,
    // The schema requires a title or a product.
    title: draft.title ?? product?.name ?? '',
    money: draft.money ?? times(product?.money),
    coins: draft.coins ?? times(product?.coins),
    norm_seconds: draft.norm_seconds === undefined ? norm : draft.norm_seconds,
  }
  refuseTooMuchWork(filled, `${path}quantity`)
  return filled
}

/** @throws ApiError 422 at the field if the rates times the quantity exceed what a task can pay or take */
export function refuseTooMuchWork({ money, coins, norm_seconds }: Rates, field: string): void {
  const isTooLarge = money > most.money || coins > most.coins || (norm_seconds ?? 0) > most.norm_seconds
  if (isTooLarge) throw fieldError(field, 'work_too_large')
}
