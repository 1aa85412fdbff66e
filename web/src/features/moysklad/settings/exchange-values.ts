import type { MoySkladConnection, MoySkladOwnership, MoySkladSync } from '@artel/contract/moysklad/moysklad'
import type { MoySkladPart } from '@artel/contract/moysklad/moysklad.line'
import { moySkladFlags, moySkladParts } from '@artel/contract/moysklad/moysklad.line'

export type ExchangeValues = {
  organization_id: string | null
  sync: MoySkladSync
  owners: MoySkladOwnership
  hooks: boolean
}

/** The parts whose flags are on, in standard order. */
export const partsOf = (sync: MoySkladSync): MoySkladPart[] =>
  moySkladParts.filter((part) => sync[moySkladFlags[part]])

export const syncOf = (parts: readonly MoySkladPart[]): MoySkladSync => ({
  organizations: parts.includes('organization'),
  stores: parts.includes('store'),
  products: parts.includes('product'),
  employees: parts.includes('employee'),
  stock: parts.includes('stock'),
})

export const exchangeValues = (connection: MoySkladConnection): ExchangeValues => ({
  organization_id: connection.organization_id,
  // Rebuilt with a fixed key order, so that the form's initial value does not depend on the response.
  sync: syncOf(partsOf(connection.sync)),
  owners: connection.owners,
  // Webhooks that could not be registered are still wanted.
  hooks: connection.hooks.state !== 'off',
})

/** Initial values while nothing is chosen: all parts that the token may read. */
export function firstValues(connection: MoySkladConnection): ExchangeValues {
  const values = { ...exchangeValues(connection), hooks: true }
  if (partsOf(values.sync).length > 0) return values
  const readable = connection.health.filter(({ may_read }) => may_read).map(({ part }) => part)
  const parts = moySkladParts.filter((part) => readable.includes(part))
  return { ...values, sync: syncOf(withoutLoneStock(parts)) }
}

/** Stock belongs to warehouses and products, so it needs both parts. */
const stockNeeds = ['store', 'product'] as const satisfies readonly MoySkladPart[]

const withoutLoneStock = (parts: readonly MoySkladPart[]): MoySkladPart[] =>
  stockNeeds.every((part) => parts.includes(part)) ? [...parts] : parts.filter((part) => part !== 'stock')

/**
 * The parts after one was chosen or dropped. Stock brings the parts it needs, and goes when one of them goes.
 */
export function switchPart(
  parts: readonly MoySkladPart[],
  part: MoySkladPart,
  isChosen: boolean,
): MoySkladPart[] {
  const wanted = new Set<MoySkladPart>(parts)
  if (isChosen) wanted.add(part)
  else wanted.delete(part)
  if (part === 'stock' && isChosen) for (const needed of stockNeeds) wanted.add(needed)
  return withoutLoneStock(moySkladParts.filter((one) => wanted.has(one)))
}
