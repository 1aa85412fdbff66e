import type { ListedShopItem } from '@artel/contract/shop/shop'
import { piecesFor } from '@artel/contract/shop/shop.rules'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

type Offered = Pick<ListedShopItem, 'is_active' | 'stock' | 'left_for_me'>

export const rightsTo = (actor: Actor, item: Offered): ListedShopItem['can'] => ({
  edit: isAdmin(actor),
  delete: isAdmin(actor),
  buy: piecesFor(item) !== 0,
})

/** @throws ApiError forbidden */
export const toManage = <T extends object>(actor: Actor, item: T): Allowed<T, 'manage'> =>
  allow(item, 'manage', isAdmin(actor))
