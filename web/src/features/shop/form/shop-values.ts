import type { ShopItem } from '@artel/contract/shop/shop'
import { bodyOfValues } from '../../../forms/form/body-of-values.ts'
import { valuesFrom } from '../../../forms/form/values-from.ts'
import { changedValues } from '../../../forms/save/stale-fields.ts'

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

export const valuesOf = (item: ShopItem): ShopValues =>
  valuesFrom(emptyItem, item, { multimedia_ids: item.multimedia.map(({ id }) => id) })

/** Values for a copy of an item, without the stock. */
export function copyOf(item: ShopItem): ShopValues {
  const { name, description, price, limit_per_user } = valuesOf(item)
  return { ...emptyItem, name, description, price, limit_per_user }
}

/** The body of an update: the fields that differ from `before`. */
export const changeOf = (values: ShopValues, before: ShopValues) =>
  bodyOfValues<'shop.update'>(changedValues(values, before))

/** The body of a create. */
export const draftOf = (values: ShopValues) => bodyOfValues<'shop.create'>(values)
