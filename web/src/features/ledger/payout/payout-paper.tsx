import type { Entry } from '@artel/contract/ledger/ledger'
import { useTranslations } from 'use-intl'
import { useCompany } from '../../../api/session/session.ts'
import { Money } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { sumOf } from './payout-picks.ts'
import classes from './payout-sheet.module.css'

/** The payout sheet. Reversed payouts are struck through and not counted. */
export function PayoutPaper({ posting, entries }: { posting: number; entries: readonly Entry[] }) {
  const t = useTranslations('ledger')
  const format = useFormat()
  const company = useCompany()
  const [first] = entries
  const paid = entries.filter(({ reversed_by_id }) => reversed_by_id === null)
  return (
    <article className={classes.paper}>
      <header>
        <p className={classes.company}>{company.name}</p>
        <h3 className={classes.title}>{t('sheetTitle', { id: String(posting) })}</h3>
        {first && (
          <p className={classes.about}>
            {t('sheetDate', { day: format.date(first.created_at, { onPaper: true }) })}
            {first.comment !== null && <>. {first.comment}</>}
          </p>
        )}
      </header>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('sheetNumber')}</th>
            <th scope="col">{t('person')}</th>
            <th scope="col" className={classes.figure}>
              {t('amount')}
            </th>
            <th scope="col" className={classes.sign}>
              {t('sheetSignature')}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <Row key={entry.id} entry={entry} number={index + 1} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row">{t('sheetTotal', { count: paid.length })}</th>
            <td className={classes.figure}>
              <Money value={-sumOf(paid)} kopecks="always" />
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
      <p className={classes.paidBy}>
        {t('sheetPaidBy')} <span className={classes.line} /> <bdi>{first?.creator?.full_name}</bdi>
      </p>
    </article>
  )
}

function Row({ entry, number }: { entry: Entry; number: number }) {
  const t = useTranslations('ledger')
  const isReversed = entry.reversed_by_id !== null
  return (
    <tr>
      <td>{number}</td>
      <td>
        <bdi>{entry.user.full_name}</bdi> {isReversed && t('sheetReversed')}
      </td>
      <td className={classes.figure} data-reversed={isReversed || undefined}>
        <Money value={-entry.amount} kopecks="always" />
      </td>
      <td className={classes.sign} />
    </tr>
  )
}
