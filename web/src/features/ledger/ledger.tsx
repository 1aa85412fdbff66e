import type { Ledger, SourceType } from '@artel/contract/ledger/ledger.line'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { useUser } from '../../api/session/session.ts'
import { Coins, Money } from '../../ui/figures/figures.tsx'
import classes from './ledger.module.css'
import { callsOf } from './ledger-calls.ts'

type SourceEntriesProps = {
  ledger: Ledger
  source: { source_type: SourceType; source_id: number }
  value: number
}

/** A sum that links to its entries. */
export function SourceEntries({ ledger, source, value }: SourceEntriesProps) {
  return (
    <Link to={`/${ledger}`} search={source} className={classes.entries}>
      {ledger === 'money' ? <Money value={value} /> : <Coins value={value} emphasis />}
    </Link>
  )
}

/** What the signed-in person has earned today. */
export function TodayEarned() {
  const t = useTranslations('ledger')
  const [money, coins] = [useTodayIn('money'), useTodayIn('coins')]
  if (money === undefined || coins === undefined) return null
  return (
    <span className={classes.today}>
      {t('earnedToday')}{' '}
      <b>
        <Money value={money} />
      </b>
      <Coins value={coins} />
    </span>
  )
}

/** What a ledger has credited to the signed-in person today. */
export function useTodayIn(ledger: Ledger): number | undefined {
  const { id } = useUser()
  const { data } = useCall(callsOf(ledger).list, {
    query: { limit: 1 },
    body: { user_id: id, date_from: 'today', date_to: 'today' },
  })
  return data?.totals?.in
}
