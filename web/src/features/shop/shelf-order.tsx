import type { ListedShopItem } from '@artel/contract/shop'
import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure } from '../../api/failure.ts'
import { useAction } from '../../api/query.ts'
import { notify } from '../../ui/notify.ts'
import { shopReads } from './shop-reads.ts'

/** The items in their order, which moves at once, before the server has answered. */
export type ShelfOrder = ReturnType<typeof useShelfOrder>

/** The rows of a page, and how one of them is brought to another place of the shop. */
export function useShelfOrder(answered: ListedShopItem[] | undefined) {
  const t = useTranslations('shop')
  const [moving, setMoving] = useState<{ id: number; to: number; of: typeof answered } | null>(null)
  const [said, setSaid] = useState('')
  const update = useAction('shop.update', {
    refreshes: shopReads,
    onFailure: (failure: Failure) => notify({ text: failure.message || t('stepFailed'), tone: 'bad' }),
  })
  const move = async (item: ListedShopItem, to: number) => {
    if (to < 1 || to === item.position) return
    setMoving({ id: item.id, to, of: answered })
    const done = await update
      .mutateAsync({ params: { id: item.id }, body: { position: to } })
      // A failure is told above.
      .catch(() => null)
    setMoving(null)
    if (done) setSaid(t('movedTo', { name: item.name, position: done.shop_item.position }))
  }
  // What the server answers meanwhile is newer than what is drawn ahead of it.
  const rows = moving && moving.of === answered ? moved(answered, moving.id, moving.to) : answered
  return { rows, said, move, isBusy: update.isPending }
}

function moved(rows: ListedShopItem[] | undefined, id: number, to: number): ListedShopItem[] | undefined {
  const one = rows?.find((row) => row.id === id)
  if (!rows || !one) return rows
  const back = one.position > to
  return rows
    .map((row) => {
      if (row.id === id) return { ...row, position: to }
      if (back && row.position >= to && row.position < one.position)
        return { ...row, position: row.position + 1 }
      if (!back && row.position <= to && row.position > one.position)
        return { ...row, position: row.position - 1 }
      return row
    })
    .sort((a, b) => a.position - b.position)
}

/** Tells those who cannot see it where the item has come to. */
export function ShelfOrder({ order }: { order: ShelfOrder }) {
  const t = useTranslations('shop')
  return (
    <>
      <p id="shelf-keys" hidden>
        {t('shelfKeys')}
      </p>
      <VisuallyHidden role="status">{order.said}</VisuallyHidden>
    </>
  )
}
