import type { Ledger } from '@artel/contract/ledger/ledger.line'
import type { DayFilter } from '@artel/contract/shapes/days'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAddressNumber } from '../../../api/list/address-number.ts'
import { type ListDefaults, useListState } from '../../../api/list/list-state.ts'
import { listSearch, useListTable } from '../../../api/list/list-table.ts'
import { useTableSettings } from '../../../api/list/table-settings.ts'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { EntryCard } from '../entry/entry-card.tsx'
import { EntryPanel } from '../entry/entry-panel.tsx'
import { callsOf, entriesOf } from '../ledger-calls.ts'
import { LedgerMonths, thisMonth } from './ledger-months.tsx'
import { LedgerTotalsStrip, PaidOut } from './ledger-totals.tsx'
import { useEntryColumns } from './use-entry-columns.tsx'
import { useLedgerFilters } from './use-ledger-filters.ts'

const defaults: ListDefaults<'money.list'> = { sort_by: 'created_at' }

const monthDefaults: ListDefaults<'money.list'> = {
  ...defaults,
  filters: { date_from: thisMonth.from, date_to: thisMonth.to },
}

type LedgerListProps = {
  ledger: Ledger
  /** Shows only the entries of this person. */
  userId?: number
  isBalanceAbove?: boolean
  /** Shows the current month at first, and a choice of the month. */
  isByMonth?: boolean
  tools?: ReactNode
}

/** The entries of a ledger: totals, list and open entry. */
export function LedgerList(props: LedgerListProps) {
  const { ledger, userId, isBalanceAbove = false, isByMonth = false, tools } = props
  const t = useTranslations('ledger')
  const isOfOne = userId !== undefined
  const words = (key: 'loadFailed' | 'search' | 'searchPlaceholder') =>
    t(key, { ledger, isOfOne: String(isOfOne) })
  const settings = useTableSettings(isOfOne ? `user_${ledger}` : ledger)
  const {
    state,
    input: asked,
    change,
  } = useListState('money.list', settings.limit, isByMonth ? monthDefaults : defaults)
  const input = isOfOne ? { ...asked, body: { ...asked.body, user_id: userId } } : asked
  const list = { state, change, input }
  const onChange = (filters: typeof state.filters) => change({ filters })
  const { date_from, date_to, ...others } = state.filters
  const days = { from: date_from ?? null, to: date_to ?? null }
  const setDays = ({ from, to }: DayFilter) =>
    onChange({ ...others, date_from: from ?? undefined, date_to: to ?? undefined })
  // The month has its own choice above the list.
  const filters = useLedgerFilters({ ledger, filters: state.filters, onChange }, isOfOne).filter(
    ({ key }) => !isByMonth || key !== 'date',
  )
  const { data, table } = useListTable(callsOf(ledger).list, list, words, filters)
  const isMonthAlone = isByMonth && Object.keys(others).length === 0 && state.search === ''
  const [opened, open] = useAddressNumber('entry')
  const columns = useEntryColumns({ ledger, isOfOne, onOpen: ({ id }) => open(id) })
  return (
    <>
      {isByMonth && <LedgerMonths days={days} onChange={setDays} />}
      <LedgerTotalsStrip
        ledger={ledger}
        totals={data?.totals}
        lastDay={date_to}
        isOfOne={isOfOne}
        isBalanceAbove={isBalanceAbove}
        {...(isMonthAlone &&
          ledger === 'money' && { outNote: <PaidOut userId={userId} days={{ date_from, date_to }} /> })}
      />
      <DataTable
        {...settings.props}
        {...table}
        filtered={{
          ...table.filtered,
          onClear: () =>
            isByMonth ? change({ filters: { date_from, date_to }, search: '' }) : table.filtered.onClear(),
        }}
        label={t('listLabel', { ledger })}
        columns={columns}
        rows={entriesOf(ledger, data)}
        empty={
          isByMonth && date_from !== undefined ? (
            <EmptyState
              title={t('emptyMonth')}
              actions={
                <Button variant="default" onClick={() => setDays({ from: null, to: null })}>
                  {t('allTime')}
                </Button>
              }
            />
          ) : (
            <EmptyState title={t('emptyTitle')} text={t('emptyText', { ledger })} />
          )
        }
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
