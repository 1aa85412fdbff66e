import type { ManagedUser } from '@artel/contract/users/users'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { Figure, FigureStrip } from '../../../ui/figures/figure-strip.tsx'
import { Balance, Coins } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { UserLeague } from './user-league.tsx'
import classes from './user-page.module.css'

/** The balances of a person, each linked to its entries. */
export function UserBalances({ user: { id, money, coins, league } }: { user: ManagedUser }) {
  const t = useTranslations('users')
  const params = { id: String(id) }
  const month = useMonth(id)
  return (
    <FigureStrip label={t('balances')}>
      <Figure
        name={t(money < 0 ? 'balanceOwed' : 'balanceMoney')}
        value={
          <Link to="/user/$id/money" params={params} className={classes.balance}>
            <Balance value={money} kopecks="always" />
          </Link>
        }
      >
        <span className={classes.month}>{month.money}</span>
      </Figure>
      <Figure
        name={t('coins')}
        value={
          <Link to="/user/$id/coins" params={params} className={classes.balance}>
            <Coins value={coins} emphasis />
          </Link>
        }
      >
        <span className={classes.month}>{month.coins}</span>
      </Figure>
      <UserLeague userId={id} league={league} />
    </FigureStrip>
  )
}

const thisMonth = { date_from: 'this_month', date_to: 'this_month' } as const

/** The amounts credited since the start of the month, in words. */
function useMonth(userId: number) {
  const t = useTranslations('users')
  const ui = useTranslations('ui')
  const format = useFormat()
  // A list returns at least one row, and only the totals are needed.
  const input = { query: { limit: 1 }, body: { ...thisMonth, user_id: userId } }
  const money = useCall('money.list', input).data?.totals?.in
  const coins = useCall('coins.list', input).data?.totals?.in
  const today = format.today()
  const month = format.days({ from: today, to: today }, { month: true })
  const say = (worth: string) => t('balanceMonth', { month, worth })
  return {
    money: money === undefined ? '\u00a0' : say(format.money(money)),
    coins: coins === undefined ? '\u00a0' : say(ui('coins', { count: coins })),
  }
}
