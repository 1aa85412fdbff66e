import type { ListedShopItem } from '@artel/contract/shop/shop'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import type { useListTable } from '../../../api/list/list-table.ts'
import type { Failure } from '../../../api/send/failure.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { usePlaceOrder } from '../../../ui/places/use-place-order.ts'

/** The order of the items, and a function that moves one of them. */
export type ShelfOrder = ReturnType<typeof useShelfOrder>

/** The rows of a page with their order. Positions apply only while the list is sorted by position. */
export function useShelfOrder(
  answered: ListedShopItem[] | undefined,
  { state, pagination, filtered }: ReturnType<typeof useListTable<'shop.list'>>['table'],
) {
  const t = useTranslations('shop')
  const update = useAction('shop.update', {
    onFailure: (failure: Failure) => notify({ text: failure.message || t('stepFailed'), tone: 'bad' }),
  })
  const isWhole = filtered.filters.length === 0 && filtered.search === ''
  return usePlaceOrder({
    rows: answered,
    isSorted: state.sort_by === 'position' && state.direction === 'asc',
    last: (isWhole && pagination?.exact && pagination.total) || null,
    nameOf: ({ name }) => name,
    send: async (id, position) =>
      (await update.mutateAsync({ params: { id }, body: { position } })).shop_item.position,
  })
}
