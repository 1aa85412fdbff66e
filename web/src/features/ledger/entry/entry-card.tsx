import type { Entry } from '@artel/contract/ledger/ledger'
import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { UnstyledButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { PersonName } from '../../../ui/marks/avatar.tsx'
import classes from './entry-parts.module.css'
import { EntryAmount, EntryKindName, EntryReason, Sum } from './entry-parts.tsx'

type EntryCardProps = { ledger: Ledger; entry: Entry; isOfOne: boolean; onOpen: () => void }

/** An entry in the list on a phone. The whole card opens the entry, which has the links. */
export function EntryCard({ ledger, entry, isOfOne, onOpen }: EntryCardProps) {
  const t = useTranslations('ledger')
  const address = useMediaAddress()
  const hasReason = entry.comment !== null || entry.source?.title != null || entry.reversed_by_id !== null
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <UnstyledButton className={classes.open} onClick={onOpen}>
          <EntryKindName kind={entry.kind} />
        </UnstyledButton>
        <EntryAmount ledger={ledger} entry={entry} />
      </div>
      {hasReason && <EntryReason entry={entry} isPlain />}
      {!isOfOne && (
        <PersonName id={entry.user.id} name={entry.user.full_name} src={address(entry.user.avatar)} />
      )}
      <div className={classes.foot}>
        <DateText value={entry.created_at} withTime />
        <span>
          {t('balanceAfter')} <Sum ledger={ledger} value={entry.balance} />
        </span>
      </div>
    </article>
  )
}
