import { type MoySkladKind, moySkladKinds } from '@artel/contract/moysklad/moysklad.line'
import type { TheirList } from './client/shapes.ts'

/** The MoySklad lists that a kind is read from. */
export const listsOf: Record<MoySkladKind, readonly TheirList[]> = {
  organization: ['organization'],
  store: ['store'],
  product: ['product', 'bundle'],
  employee: ['employee'],
}

const kinds = new Map(
  moySkladKinds.flatMap((kind) => listsOf[kind].map((list): [string, MoySkladKind] => [list, kind])),
)

/** The kind of a MoySklad type; undefined: a type that is not synced. */
export const kindOfList = (type: string): MoySkladKind | undefined => kinds.get(type)
