import type { BodyIn } from '@artel/contract/call'
import type { Calls } from '@artel/contract/index'
import type { ShopItem } from '@artel/contract/shop'
import { changedValues } from '../../../forms/stale-fields.ts'

/** The values of the form; an empty number is null. */
export type ShopValues = {
  name: string
  description: string
  price: number | null
  stock: number | null
  limit_per_user: number | null
  is_active: boolean
  multimedia_ids: readonly number[]
}

export const emptyItem: ShopValues = {
  name: '',
  description: '',
  price: null,
  stock: null,
  limit_per_user: null,
  is_active: true,
  multimedia_ids: [],
}

export function valuesOf(item: ShopItem): ShopValues {
  const { name, description, price, stock, limit_per_user, is_active, multimedia } = item
  return {
    ...{ name, description, price, stock, limit_per_user, is_active },
    multimedia_ids: multimedia.map(({ id }) => id),
  }
}

/** Values for a copy of an item, without the stock. */
export function copyOf(item: ShopItem): ShopValues {
  const { name, description, price, limit_per_user } = valuesOf(item)
  return { ...emptyItem, ...{ name, description, price, limit_per_user } }
}

type Body = BodyIn<Calls['shop']['update']>
type Draft = BodyIn<Calls['shop']['create']>

/** The body of an update: the fields that differ from `before`. */
export const changeOf = (values: ShopValues, before: ShopValues): Body =>
  // An emptied price stays null. Validation reports it before anything is sent.
  changedValues(values, before) as Body

/** The body of a create. An emptied price stays null, as above. */
export const draftOf = (values: ShopValues): Draft => values as unknown as Draft
