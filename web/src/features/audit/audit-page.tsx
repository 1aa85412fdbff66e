import type { AuditEntry } from '@artel/contract/audit'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { listErrorOf } from '../../api/failure.ts'
import { useListFile } from '../../api/list-file.ts'
import { type ListDefaults, useListState } from '../../api/list-state.ts'
import { useCall } from '../../api/query.ts'
import { useTableSettings } from '../../api/table-settings.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { activeFilters } from '../../ui/filter-types.ts'
import { EmptyState } from '../../ui/states.tsx'
import { AuditCard } from './audit-card.tsx'
import { AuditEntryPanel } from './audit-entry-panel.tsx'
import { useAuditColumns } from './use-audit-columns.tsx'
import { useAuditFilters } from './use-audit-filters.tsx'

/** Who has changed what of the company, for its owner. */
export function AuditPage() {
  const t = useTranslations('audit')
  usePageTitle(t('title'))
  const table = useTableSettings('audit')
  const list = useListState<'audit.list'>(useDefaults(table.limit))
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  return (
    <>
      <AuditTable {...list} settings={table.props} onOpen={setOpened} />
      <AuditEntryPanel entry={opened} onClose={() => setOpened(null)} />
    </>
  )
}

// The same object for the same limit: the list's state hangs on its identity.
function useDefaults(limit: number) {
  return useMemo(
    (): ListDefaults<'audit.list'> => ({
      limit,
      filterNames: ['user_id', 'action', 'entity', 'date_from', 'date_to'],
    }),
    [limit],
  )
}

type AuditTableProps = ReturnType<typeof useListState<'audit.list'>> & {
  settings: ReturnType<typeof useTableSettings>['props']
  onOpen: (entry: AuditEntry) => void
}

function AuditTable({ state, input, change, settings, onOpen }: AuditTableProps) {
  const t = useTranslations('audit')
  const { data, error, isPending, isPlaceholderData, refetch } = useCall('audit.list', input)
  const filters = useAuditFilters(state.filters, (chosen) => change({ filters: chosen }))
  const search = { label: t('search'), placeholder: t('searchPlaceholder'), value: state.search }
  return (
    <DataTable
      {...settings}
      label={t('listLabel')}
      columns={useAuditColumns(onOpen)}
      rows={data?.audit}
      pagination={data?.pagination}
      state={state}
      onStateChange={change}
      isLoading={isPending}
      isRefreshing={isPlaceholderData}
      error={error ? listErrorOf(error, t('loadFailed')) : undefined}
      onRetry={() => void refetch()}
      empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      filtered={{
        filters: activeFilters(filters),
        search: state.search,
        onClear: () => change({ filters: {}, search: '' }),
      }}
      onOpen={onOpen}
      card={(entry) => <AuditCard entry={entry} onOpen={() => onOpen(entry)} />}
      download={useListFile('audit.list', input)}
      toolbar={
        <FilterBar search={{ ...search, onChange: (text) => change({ search: text }) }} filters={filters} />
      }
    />
  )
}
