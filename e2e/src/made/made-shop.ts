import type { ApiClient } from '../api-client.ts'
import { unique } from './made-tasks.ts'
import { asAdmin, asSomeone, type Someone, takeOn } from './taken-on.ts'

export type MadeItem = { id: number; name: string }

type ItemDraft = { price?: number; stock?: number | null; limit_per_user?: number; is_active?: boolean }

/** A shop item that only this test uses. */
export async function makeItem(title: string, draft: ItemDraft = {}): Promise<MadeItem> {
  const name = unique(title)
  const api = await asAdmin()
  const body = { name, price: 100, ...draft }
  const { shop_item } = await api.call<{ shop_item: { id: number } }>('POST', '/shop-items/create', body)
  return { id: shop_item.id, name }
}

export const changeItem = async ({ id }: MadeItem, change: object): Promise<void> => {
  await (await asAdmin()).call('PUT', `/shop-items/${id}`, change)
}

/** A new user with a password and coins. */
export async function makeBuyer(coins: number): Promise<Someone> {
  const buyer = await takeOn('Покупкина')
  const given = { user_id: buyer.id, amount: coins, kind: 'bonus', comment: 'На покупки' }
  await (await asAdmin()).call('POST', '/coins', given)
  return buyer
}

export async function coinsOf({ id }: Someone): Promise<number> {
  const { user } = await (await asAdmin()).call<{ user: { coins: number } }>('GET', `/users/${id}`)
  return user.coins
}

type MadeOrder = { id: number; status: string; history: { kind: string; comment: string }[] }

/** An order that the buyer places before the test begins. */
export async function makeOrder(buyer: Someone, { id }: MadeItem, quantity = 1): Promise<MadeOrder> {
  const api = await asSomeone(buyer)
  const { order } = await api.call<{ order: MadeOrder }>('POST', '/orders/create', { item_id: id, quantity })
  return order
}

export async function readOrder(api: ApiClient, id: number): Promise<MadeOrder> {
  return (await api.call<{ order: MadeOrder }>('GET', `/orders/${id}`)).order
}
