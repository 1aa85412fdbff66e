import type { BodyIn } from '@artel/contract/call'
import type { Calls } from '@artel/contract/index'
import type { ShopItem } from '@artel/contract/shop'
import { changedValues } from '../../forms/stale-fields.ts'

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

/** A new one like it: how many of it there are is left to be said. */
export function copyOf(item: ShopItem): ShopValues {
  const { name, description, price, limit_per_user } = valuesOf(item)
  return { ...emptyItem, ...{ name, description, price, limit_per_user } }
}

type Body = BodyIn<Calls['shop']['update']>
type Draft = BodyIn<Calls['shop']['create']>

/** What is sent of a change: the fields that differ from `before`. */
export const changeOf = (values: ShopValues, before: ShopValues): Body =>
  // An emptied price stays null, which is told at its field before anything is sent.
  changedValues(values, before) as Body

/** What creates one. */
export const draftOf = (values: ShopValues): Draft => values as unknown as Draft // as above

/** Names of the fields that must be filled and are not. */
export function missingIn({ name, price }: ShopValues): ('name' | 'price')[] {
  return [...(name.trim() === '' ? ['name' as const] : []), ...(price === null ? ['price' as const] : [])]
}
