import type { Entry } from '@artel/contract/ledger/ledger'
import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { useTranslations } from 'use-intl'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { PersonLink } from '../../users/users.tsx'
import classes from './entry-panel.module.css'
import { EntryAmount, EntryKindName, EntryMaker, SourceLink, Sum } from './entry-parts.tsx'

/** The facts of an entry itself. */
export function EntryFacts({ ledger, entry }: { ledger: Ledger; entry: Entry }) {
  const t = useTranslations('ledger')
  const { source, comment } = entry
  return (
    <>
      <p className={classes.sum}>
        <EntryAmount ledger={ledger} entry={entry} />
        {entry.reversed_by_id !== null && <Tag>{t('reversedTag')}</Tag>}
      </p>
      <Facts>
        <Fact name={t('person')}>
          <PersonLink person={entry.user} />
        </Fact>
        <Fact name={t('kind')}>
          <EntryKindName kind={entry.kind} />
        </Fact>
        {source !== null && source.title !== null && (
          <Fact name={t('reason')}>
            <SourceLink entry={entry} />
          </Fact>
        )}
        {comment !== null && <Fact name={t('comment')}>{comment}</Fact>}
        <Fact name={t('when')}>
          <DateText value={entry.created_at} withTime />
        </Fact>
        <Fact name={t('enteredBy')}>
          <EntryMaker creator={entry.creator} />
        </Fact>
        {entry.approver !== null && (
          <Fact name={t('approvedBy')}>
            <PersonLink person={entry.approver} />
          </Fact>
        )}
        <Fact name={t('balanceAfter')}>
          <Sum ledger={ledger} value={entry.balance} />
        </Fact>
      </Facts>
    </>
  )
}
