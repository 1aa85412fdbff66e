import type { ProductBrief } from '@artel/contract/products/products.brief'
import type { Supply } from '@artel/contract/supplies/supplies'
import type { Marketplace } from '@artel/contract/supplies/supplies.line'
import { bodyOfValues } from '../../../forms/form/body-of-values.ts'
import { changedValues } from '../../../forms/save/stale-fields.ts'

/** Planned pieces of a product in a supply; an empty number is null. */
export type PlanRow = { product_id: number; quantity: number | null }

/** The values of the form. */
export type SupplyValues = {
  number: string
  warehouse_id: number | null
  legal_entity_id: number | null
  destination: string
  marketplace: Marketplace
  planned_on: string | null
  comment: string
  plan: PlanRow[]
}

export const emptySupply: SupplyValues = {
  number: '',
  warehouse_id: null,
  legal_entity_id: null,
  destination: '',
  marketplace: 'wildberries',
  planned_on: null,
  comment: '',
  plan: [],
}

export function valuesOf(supply: Supply): SupplyValues {
  const { number, warehouse_id, legal_entity_id, marketplace, planned_on, comment, plan } = supply
  return {
    number,
    warehouse_id,
    legal_entity_id,
    marketplace,
    planned_on,
    comment,
    plan,
    destination: supply.destination ?? '',
  }
}

/** The products that the plan names, to draw their rows. */
export const knownProducts = ({ products }: Supply): ProductBrief[] => products.map(({ product }) => product)

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

const bodyOf = (values: SupplyValues) => ({
  ...values,
  number: values.number.trim(),
  destination: orNull(values.destination),
})

/** The body of an update: the fields that differ from `before`. */
export const changeOf = (values: SupplyValues, before: SupplyValues) =>
  bodyOfValues<'supplies.update'>(changedValues(bodyOf(values), bodyOf(before)))

/** The body of a create. */
export function draftOf(values: SupplyValues) {
  const { number, ...rest } = bodyOf(values)
  return bodyOfValues<'supplies.create'>({ ...rest, ...(number !== '' && { number }) })
}
