import type { ListedShopItem } from '@artel/contract/shop/shop'
import { Button, VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { useListTable } from '../../../api/list/list-table.ts'
import { EmptyState, ErrorState, FilteredEmptyState } from '../../../ui/states/states.tsx'
import { ShopCard } from '../shop-card.tsx'
import classes from './storefront.module.css'

/** The largest page that the contract allows. */
const longestPage = 200
const step = 48

type StorefrontGridProps = {
  /** undefined until the first response. */
  items: ListedShopItem[] | undefined
  table: ReturnType<typeof useListTable<'shop.list'>>['table']
}

/** The items as cards, or the reason why there are none. */
export function StorefrontGrid({ items, table }: StorefrontGridProps) {
  const t = useTranslations('shop')
  const { error, onRetry, filtered, isRefreshing } = table
  if (error) return <ErrorState {...error} onRetry={onRetry} />
  if (!items) return <WaitingCards />
  if (items.length === 0) {
    const isNarrowed = filtered.filters.length > 0 || filtered.search !== ''
    return isNarrowed ? (
      <FilteredEmptyState {...filtered} />
    ) : (
      <EmptyState title={t('emptyTitle')} text={t('emptyTextStaff')} />
    )
  }
  return (
    <>
      <ul className={classes.grid} aria-label={t('storefront')} aria-busy={isRefreshing}>
        {items.map((item) => (
          <li key={item.id}>
            <ShopCard item={item} />
          </li>
        ))}
      </ul>
      <More shown={items.length} table={table} />
    </>
  )
}

function More({ shown, table }: { shown: number; table: StorefrontGridProps['table'] }) {
  const ui = useTranslations('ui')
  const { state, pagination, onStateChange } = table
  const grown = Math.min(longestPage, state.limit + step, pagination?.total ?? 0)
  if (grown <= shown) return null
  return (
    <Button
      className={classes.more ?? ''}
      variant="default"
      onClick={() => onStateChange({ ...state, limit: Math.min(longestPage, state.limit + step) })}
    >
      {ui('moreRows', { count: grown - shown })}
    </Button>
  )
}

function WaitingCards() {
  const t = useTranslations('ui')
  return (
    <div role="status" className={classes.coming}>
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={classes.grid}>
        {Array.from({ length: 8 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
          <span key={index} className={classes.waiting} style={{ opacity: 1 - index * 0.1 }} />
        ))}
      </div>
    </div>
  )
}
