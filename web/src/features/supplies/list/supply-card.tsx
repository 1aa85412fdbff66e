import type { ListedSupply } from '@artel/contract/supplies/supplies'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import classes from '../supply-parts.module.css'
import { Filled, SupplyStatus } from '../supply-parts.tsx'

/** A supply in the list on a phone. */
export function SupplyCard({ supply }: { supply: ListedSupply }) {
  const t = useTranslations('supplies')
  const { id, number, status, marketplace, destination, planned_on, deleted_at } = supply
  return (
    <article className={classes.card}>
      <div className={classes.cardHead}>
        <h2 className={classes.cardName}>
          <Link to="/supply/$id" params={{ id: String(id) }}>
            {t('one', { number })}
          </Link>
        </h2>
        <SupplyStatus status={status} />
      </div>
      <div className={classes.cardFacts}>
        <span>{t(`marketplace_${marketplace}`)}</span>
        {destination !== null && <span>{destination}</span>}
        {planned_on !== null && <DateText value={planned_on} />}
        {deleted_at !== null && <Tag>{t('deleted')}</Tag>}
      </div>
      {supply.planned_count !== null && <Filled packed={supply.units_count} planned={supply.planned_count} />}
      <div className={classes.cardFacts}>
        {t('boxCount', { count: supply.boxes_count })}
        {supply.planned_count === null && <span>{t('pieces', { count: supply.units_count })}</span>}
      </div>
    </article>
  )
}
