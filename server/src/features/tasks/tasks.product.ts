import type { TaskDraft } from '@artel/contract/tasks'
import type { Db } from '../../database/db.ts'
import { fieldError } from '../../http/errors.ts'
import { type HeldProduct, holdProducts } from '../products/products.ts'

type Filled = 'title' | 'money' | 'coins' | 'norm_seconds'
/** A draft that lacks nothing of what a product could have brought. */
export type FilledDraft = Omit<TaskDraft, Filled> & {
  title: string
  money: number
  coins: number
  norm_seconds: number | null
}

// The limits of the contract, which a rate times a quantity may pass.
const most = { money: 100_000_000_000, coins: 1_000_000_000, norm_seconds: 31_536_000 }

/**
 * Fills what was not sent from the rates of the product, which stay as they are now whatever becomes of it.
 * @throws ApiError 422 at the fields of `path`
 */
export async function fillFromProducts(
  db: Db,
  drafts: readonly TaskDraft[],
  path: (index: number) => string,
): Promise<FilledDraft[]> {
  const ids = drafts.map(({ product_id }) => product_id).filter((id) => id !== null)
  const products = await holdProducts(db, ids)
  return drafts.map((draft, index) => {
    if (draft.product_id === null) return fill(draft, null, path(index))
    return fill(draft, requireProduct(products, draft.product_id, path(index)), path(index))
  })
}

/** Holds the product that a task is to have. @throws ApiError 422 at `product_id` */
export async function holdProduct(db: Db, id: number, present: number | null): Promise<void> {
  if (id !== present) requireProduct(await holdProducts(db, [id]), id, '')
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
    // The shape has seen that there is one of the two.
    title: draft.title ?? product?.name ?? '',
    money: draft.money ?? times(product?.money),
    coins: draft.coins ?? times(product?.coins),
    norm_seconds: draft.norm_seconds === undefined ? norm : draft.norm_seconds,
  }
  const isTooLarge =
    filled.money > most.money || filled.coins > most.coins || (filled.norm_seconds ?? 0) > most.norm_seconds
  if (isTooLarge) throw fieldError(`${path}quantity`, 'work_too_large')
  return filled
}
