import type { Entry } from '@artel/contract/ledger/ledger'
import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { callsOf, entriesOf } from '../ledger-calls.ts'
import classes from './entry-panel.module.css'
import { EntryRow } from './entry-row.tsx'

const shown = 20

type EntryPostingProps = { ledger: Ledger; entry: Entry; number: number; onOpen: (id: number) => void }

/** The other entries of the same posting. */
export function EntryPosting({ ledger, entry, number, onOpen }: EntryPostingProps) {
  const t = useTranslations('ledger')
  const { data } = useCall(callsOf(ledger).list, {
    query: { limit: shown + 1, sort_by: 'id', direction: 'asc' },
    body: { source_type: 'posting', source_id: number, kind: entry.kind as 'bonus' }, // of either ledger
  })
  const others = entriesOf(ledger, data)?.filter(({ id }) => id !== entry.id) ?? []
  if (!data || others.length === 0) return null
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t('together', { count: data.pagination.total - 1 })}</h3>
      <ul className={classes.rows}>
        {others.slice(0, shown).map((other) => (
          <li key={other.id}>
            <EntryRow ledger={ledger} entry={other} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <Link to={`/${ledger}`} search={{ source_type: 'posting', source_id: number }} className={classes.all}>
        {t('togetherAll')}
      </Link>
    </section>
  )
}
