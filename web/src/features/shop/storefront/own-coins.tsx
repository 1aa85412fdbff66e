import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useBalances, useUser } from '../../../api/session/session.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { useTodayIn } from '../../ledger/ledger.tsx'
import { Price } from '../price.tsx'
import classes from './storefront.module.css'

/** The coins that the signed-in person can spend, and what they earned today. */
export function OwnCoins() {
  const t = useTranslations('shop')
  const format = useFormat()
  const { id, type } = useUser()
  const { coins } = useBalances()
  const today = useTodayIn('coins')
  return (
    <section className={classes.balance} aria-label={t('balance')}>
      <span className={classes.quiet}>{t('balance')}</span>
      <Link
        {...(type === 'staff' ? { to: '/coins' } : { to: '/user/$id/coins', params: { id: String(id) } })}
        className={classes.coins}
      >
        <Price value={coins} isLarge />
      </Link>
      {today !== undefined && today > 0 && (
        <span className={classes.today}>{t('today', { coins: format.coins(today, { sign: true }) })}</span>
      )}
    </section>
  )
}
