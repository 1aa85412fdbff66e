import type { Ledger } from '@artel/contract/ledger.line'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAddressNumber } from '../../../api/address-number.ts'
import { type ListDefaults, useListState } from '../../../api/list-state.ts'
import { listSearch, useListTable } from '../../../api/list-table.ts'
import { useTableSettings } from '../../../api/table-settings.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { EntryCard } from '../entry/entry-card.tsx'
import { EntryPanel } from '../entry/entry-panel.tsx'
import { callsOf, entriesOf } from '../ledger-calls.ts'
import { LedgerTotalsStrip } from './ledger-totals.tsx'
import { useEntryColumns } from './use-entry-columns.tsx'
import { useLedgerFilters } from './use-ledger-filters.ts'

const defaults: ListDefaults<'money.list'> = {
  sort_by: 'created_at',
  filterNames: [
    ...(['date_from', 'date_to', 'kind', 'user_id', 'created_by'] as const),
    ...(['source_type', 'source_id'] as const),
  ],
}

type LedgerListProps = {
  ledger: Ledger
  /** Shows only the entries of this person. */
  userId?: number
  isBalanceAbove?: boolean
  tools?: ReactNode
}

/** The entries of a ledger: totals, list and open entry. */
export function LedgerList({ ledger, userId, isBalanceAbove = false, tools }: LedgerListProps) {
  const t = useTranslations('ledger')
  const isOfOne = userId !== undefined
  const words = (key: 'loadFailed' | 'search' | 'searchPlaceholder') =>
    t(key, { ledger, isOfOne: String(isOfOne) })
  const settings = useTableSettings(isOfOne ? `user_${ledger}` : ledger)
  const { state, input: asked, change } = useListState(defaults, settings.limit)
  const input = isOfOne ? { ...asked, body: { ...asked.body, user_id: userId } } : asked
  const list = { state, change, input }
  const onChange = (filters: typeof state.filters) => change({ filters })
  const filters = useLedgerFilters({ ledger, filters: state.filters, onChange }, isOfOne)
  const { data, table } = useListTable(callsOf(ledger).list, list, words, filters)
  const [opened, open] = useAddressNumber('entry')
  const columns = useEntryColumns({ ledger, isOfOne, onOpen: ({ id }) => open(id) })
  return (
    <>
      <LedgerTotalsStrip
        ledger={ledger}
        totals={data?.totals}
        lastDay={state.filters.date_to}
        isOfOne={isOfOne}
        isBalanceAbove={isBalanceAbove}
      />
      <DataTable
        {...settings.props}
        {...table}
        label={t('listLabel', { ledger })}
        columns={columns}
        rows={entriesOf(ledger, data)}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText', { ledger })} />}
        onOpen={({ id }) => open(id)}
        card={(entry) => (
          <EntryCard ledger={ledger} entry={entry} isOfOne={isOfOne} onOpen={() => open(entry.id)} />
        )}
        toolbar={<FilterBar search={listSearch(list, words)} filters={filters} />}
        tools={tools}
      />
      <EntryPanel ledger={ledger} entryId={opened} onOpen={open} onClose={() => open(null)} />
    </>
  )
}
