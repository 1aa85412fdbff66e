import type { ListedShopItem } from '@artel/contract/shop'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure } from '../../api/failure.ts'
import type { useListTable } from '../../api/list-table.ts'
import { useAction } from '../../api/query.ts'
import { notify } from '../../ui/notify.ts'
import { moved } from './shelf-moves.ts'
import { shopReads } from './shop-reads.ts'

/** The items in their order, and how one of them is brought to another place. */
export type ShelfOrder = ReturnType<typeof useShelfOrder>

type Move = { id: number; to: number }

/** The rows of a page of the shop. What is moved lies at its new place at once, before the server has answered. */
export function useShelfOrder(
  answered: ListedShopItem[] | undefined,
  { state, pagination, filtered }: ReturnType<typeof useListTable<'shop.list'>>['table'],
) {
  const t = useTranslations('shop')
  const [moving, setMoving] = useState<Move | null>(null)
  const [said, setSaid] = useState('')
  const update = useAction('shop.update', {
    refreshes: shopReads,
    onFailure: (failure: Failure) => notify({ text: failure.message || t('stepFailed'), tone: 'bad' }),
  })
  // Keys are faster than answers, and the last of them must be the last on the server too.
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const isWhole = filtered.filters.length === 0 && filtered.search === ''
  const last = (isWhole && pagination?.exact && pagination.total) || null
  const move = ({ id, name, position }: ListedShopItem, wanted: number): Promise<unknown> => {
    const to = Math.min(Math.max(1, wanted), last ?? wanted)
    if (to === position) return Promise.resolve()
    const mine = { id, to }
    setMoving(mine)
    const send = () => update.mutateAsync({ params: { id }, body: { position: to } })
    const done = before.current.then(send).then(
      ({ shop_item }) => setSaid(t('movedTo', { name, position: shop_item.position })),
      // A failure is told above.
      () => undefined,
    )
    before.current = done.then(() => setMoving((now) => (now === mine ? null : now)))
    return before.current
  }
  const isSorted = state.sort_by === 'position' && state.direction === 'asc'
  const rows = answered && moving && isSorted ? moved(answered, moving.id, moving.to) : answered
  // Only where they lie in their order does a place say where that is.
  return { rows, said, move, last, isSorted }
}
