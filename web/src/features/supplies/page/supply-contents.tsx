import type { Supply, SupplyProduct } from '@artel/contract/supplies/supplies'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../ui/states/states.tsx'
import { Filled, SupplyProductName } from '../supply-parts.tsx'
import classes from './supply-page.module.css'

/** Planned and packed pieces of each product in a supply. */
export function SupplyContents({ supply }: { supply: Supply }) {
  const t = useTranslations('supplies')
  if (supply.products.length === 0)
    return <EmptyState title={t('planEmptyTitle')} text={t('planEmptyText')} />
  return (
    <ul className={classes.contents} aria-label={t('tabPlan')}>
      {supply.products.map((product) => (
        <li key={product.product_id} className={classes.content}>
          <SupplyProductName product={product.product} />
          <Filled packed={product.packed} planned={product.planned === 0 ? null : product.planned} />
          <Left product={product} />
        </li>
      ))}
    </ul>
  )
}

function Left({ product: { planned, packed } }: { product: SupplyProduct }) {
  const t = useTranslations('supplies')
  if (planned === null) return <span />
  const left = planned - packed
  const isDone = planned > 0 && left <= 0
  return (
    <span className={classes.contentLeft} {...(isDone && { 'data-done': true })}>
      {planned === 0 ? t('notPlanned') : isDone ? t('enough') : t('leftToPack', { count: left })}
    </span>
  )
}
