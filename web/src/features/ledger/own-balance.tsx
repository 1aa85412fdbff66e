import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useBalances } from '../../api/session/session.ts'
import { CoinGlyph } from '../../ui/figures/coin-glyph.tsx'
import { useFormat } from '../../ui/figures/format-context.tsx'
import classes from './own-balance.module.css'

/** The balances of the signed-in person, each linked to its entries. */
export function OwnBalance() {
  const t = useTranslations('ledger')
  const format = useFormat()
  const { money, coins } = useBalances()
  const sums = { money: format.money(money, { kopecks: 'always' }), coins: format.coins(coins) }
  return (
    <span className={classes.balance}>
      <Link to="/money" className={classes.link} aria-label={t('ownMoney', { sum: sums.money })}>
        {sums.money}
      </Link>
      <Link to="/coins" className={classes.link} aria-label={t('ownCoins', { sum: sums.coins })}>
        <CoinGlyph />
        <span className={classes.coins}>{sums.coins}</span>
      </Link>
    </span>
  )
}
