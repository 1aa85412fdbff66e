import { type MoySkladKind, moySkladKinds } from '@artel/contract/moysklad.line'
import type { TheirList } from './moysklad.shapes.ts'

/** Their lists that a kind is read from. */
export const listsOf: Record<MoySkladKind, readonly TheirList[]> = {
  organization: ['organization'],
  store: ['store'],
  product: ['product', 'bundle'],
  employee: ['employee'],
}

const kinds = new Map(
  moySkladKinds.flatMap((kind) => listsOf[kind].map((list): [string, MoySkladKind] => [list, kind])),
)

/** Which kind one of their types is of; undefined: none that concerns us. */
export const kindOfList = (type: string): MoySkladKind | undefined => kinds.get(type)
