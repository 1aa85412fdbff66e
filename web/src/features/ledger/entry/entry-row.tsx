import type { Entry } from '@artel/contract/ledger/ledger'
import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { UnstyledButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { TwoLines } from '../../../ui/page/two-lines.tsx'
import classes from './entry-panel.module.css'
import { EntryAmount } from './entry-parts.tsx'
import { useEntry } from './use-entry.ts'

type EntryRowProps = { ledger: Ledger; entry: Entry; onOpen: (id: number) => void }

/** Another entry in one line. A press opens it. */
export function EntryRow({ ledger, entry, onOpen }: EntryRowProps) {
  const t = useTranslations('ledger')
  return (
    <UnstyledButton className={classes.other} onClick={() => onOpen(entry.id)}>
      <TwoLines second={<DateText value={entry.created_at} withTime />}>
        <span>
          {t(`kind_${entry.kind}`)}, <bdi>{entry.user.full_name}</bdi>
        </span>
      </TwoLines>
      <EntryAmount ledger={ledger} entry={entry} />
    </UnstyledButton>
  )
}

type OtherEntryProps = Omit<EntryRowProps, 'entry'> & { id: number; title: string }

/** The entry that this one reverses, or the entry that reverses this one. */
export function OtherEntry({ ledger, id, title, onOpen }: OtherEntryProps) {
  const { entry } = useEntry(ledger, id)
  if (!entry) return null
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{title}</h3>
      <EntryRow ledger={ledger} entry={entry} onOpen={onOpen} />
    </section>
  )
}
