import type { MoySkladConnection, MoySkladOwnership } from '@artel/contract/moysklad'
import type { MoySkladPart } from '@artel/contract/moysklad.line'
import { moySkladParts } from '@artel/contract/moysklad.line'

export type ExchangeValues = {
  organization_id: string | null
  parts: MoySkladPart[]
  owners: MoySkladOwnership
  hooks: boolean
}

export const exchangeValues = (connection: MoySkladConnection): ExchangeValues => ({
  organization_id: connection.organization_id,
  parts: moySkladParts.filter((part) => connection.parts.includes(part)),
  owners: connection.owners,
  // What could not be had is still wanted.
  hooks: connection.hooks.state !== 'off',
})

/** What is wanted while everything is still to be chosen: all that the token may read. */
export function firstValues(connection: MoySkladConnection): ExchangeValues {
  const values = { ...exchangeValues(connection), hooks: true }
  if (values.parts.length > 0) return values
  const readable = connection.health.filter(({ may_read }) => may_read).map(({ part }) => part)
  const parts = moySkladParts.filter((part) => readable.includes(part))
  return { ...values, parts: withoutLoneStock(parts) }
}

/** Pieces lie in warehouses and are of sets: without either there is no stock. */
const stockNeeds = ['store', 'product'] as const satisfies readonly MoySkladPart[]

const withoutLoneStock = (parts: readonly MoySkladPart[]): MoySkladPart[] =>
  stockNeeds.every((part) => parts.includes(part)) ? [...parts] : parts.filter((part) => part !== 'stock')

/** The parts once one of them was chosen or dropped, with what goes together with it. */
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
