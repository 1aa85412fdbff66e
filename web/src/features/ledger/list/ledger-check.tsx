import type { LedgerCheck } from '@artel/contract/ledger/ledger'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { PersonLink } from '../../users/users.tsx'
import { Sum } from '../entry/entry-parts.tsx'
import classes from './ledger-check.module.css'

/** The result of the nightly check of balances, for the owner. */
export function LedgerCheckLine() {
  const t = useTranslations('ledger')
  const format = useFormat()
  const { data } = useCall('ledger.check', {}, { refetchInterval: 600_000 })
  // A placeholder with the usual length, so that the layout does not shift when the result arrives.
  if (!data) {
    const usual = {
      when: format.date(new Date(format.now()).toISOString(), { withTime: true }),
      count: 9999,
      entries: '9 999',
    }
    return (
      <p className={classes.toCome} aria-hidden="true">
        {t('checkFine', usual)}
      </p>
    )
  }
  const { check } = data
  if (check === null) return <p className={classes.quiet}>{t('checkNotYet')}</p>
  if (check.faults.length > 0) return <Faults check={check} />
  return (
    <p className={classes.quiet}>
      <IconCircleCheck size={16} stroke={1.8} className={classes.ok} aria-hidden="true" />
      {t('checkFine', {
        when: format.date(check.checked_at, { withTime: true }),
        count: check.entries,
        entries: format.number(check.entries),
      })}
    </p>
  )
}

function Faults({ check: { checked_at, faults } }: { check: LedgerCheck }) {
  const t = useTranslations('ledger')
  const format = useFormat()
  return (
    <section className={classes.loud} role="alert">
      <h2 className={classes.title}>
        <IconAlertTriangle size={18} stroke={1.8} aria-hidden="true" />
        {t('checkFaulty', { count: faults.length, when: format.date(checked_at, { withTime: true }) })}
      </h2>
      <p className={classes.what}>{t('checkWhat')}</p>
      <ul className={classes.faults}>
        {faults.map(({ ledger, user_id, user, balance, sum }) => (
          <li key={`${ledger}-${user_id}`}>
            {user ? <PersonLink person={user} /> : t('checkNobody', { id: String(user_id) })}
            <span>{t(ledger)}</span>
            <span>
              {t('checkKept')} <Sum ledger={ledger} value={balance} />
            </span>
            <span>
              {t('checkSum')} <Sum ledger={ledger} value={sum} />
            </span>
            <b>
              {t('checkDifference')} <Sum ledger={ledger} value={balance - sum} />
            </b>
          </li>
        ))}
      </ul>
    </section>
  )
}
