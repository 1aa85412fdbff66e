import type { Entry } from '@artel/contract/ledger/ledger'
import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { UnstyledButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../../api/send/calls.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { PersonLink } from '../../users/users.tsx'
import classes from '../entry/entry-parts.module.css'
import { EntryAmount, EntryKindName, EntryMaker, EntryReason, Sum } from '../entry/entry-parts.tsx'

type Sort = NonNullable<NonNullable<InputOf<'money.list'>['query']>['sort_by']>

type EntryColumns = { ledger: Ledger; isOfOne: boolean; onOpen: (entry: Entry) => void }

/** The columns of a ledger. `isOfOne`: all entries belong to one person, so the person is not shown. */
export function useEntryColumns({ ledger, isOfOne, onOpen }: EntryColumns): DataColumn<Entry, Sort>[] {
  const t = useTranslations('ledger')
  const columns: DataColumn<Entry, Sort>[] = [
    {
      key: 'created_at',
      title: t('when'),
      width: 156,
      sortBy: 'created_at',
      render: ({ created_at }) => <DateText value={created_at} withTime />,
    },
    {
      key: 'user',
      title: t('person'),
      width: 180,
      hidable: false,
      render: ({ user }) => <PersonLink person={user} />,
    },
    {
      key: 'kind',
      isExtra: 'last',
      title: t('kind'),
      width: 150,
      hidable: false,
      render: (entry) => (
        <UnstyledButton
          className={classes.open}
          onClick={(event) => {
            event.stopPropagation()
            onOpen(entry)
          }}
        >
          <EntryKindName kind={entry.kind} />
        </UnstyledButton>
      ),
    },
    { key: 'reason', title: t('reason'), render: (entry) => <EntryReason entry={entry} /> },
    {
      key: 'amount',
      title: t('amount'),
      width: 140,
      align: 'right',
      sortBy: 'amount',
      render: (entry) => <EntryAmount ledger={ledger} entry={entry} />,
    },
    {
      key: 'balance',
      isExtra: true,
      title: t('balance'),
      width: 140,
      align: 'right',
      render: ({ balance }) => <Sum ledger={ledger} value={balance} />,
    },
    {
      key: 'maker',
      title: t('enteredBy'),
      width: 180,
      isExtra: true,
      render: ({ creator }) => <EntryMaker creator={creator} />,
    },
  ]
  return columns.filter(({ key }) => key !== 'user' || !isOfOne)
}
