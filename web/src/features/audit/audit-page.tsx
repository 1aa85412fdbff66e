import type { AuditEntry } from '@artel/contract/audit/audit'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useListState } from '../../api/list/list-state.ts'
import { listSearch, type OpenList, useListTable } from '../../api/list/list-table.ts'
import { useTableSettings } from '../../api/list/table-settings.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { AuditCard } from './audit-card.tsx'
import { AuditEntryPanel } from './audit-entry-panel.tsx'
import { useAuditColumns } from './use-audit-columns.tsx'
import { useAuditFilters } from './use-audit-filters.tsx'

/** The audit log of the company, for its owner. */
export function AuditPage() {
  const t = useTranslations('audit')
  usePageTitle(t('title'))
  const table = useTableSettings('audit')
  const list = useListState('audit.list', table.limit)
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  return (
    <>
      <AuditTable list={list} settings={table.props} onOpen={setOpened} />
      <AuditEntryPanel entry={opened} onClose={() => setOpened(null)} />
    </>
  )
}

type AuditTableProps = {
  list: OpenList<'audit.list'>
  settings: ReturnType<typeof useTableSettings>['props']
  onOpen: (entry: AuditEntry) => void
}

function AuditTable({ list, settings, onOpen }: AuditTableProps) {
  const t = useTranslations('audit')
  const filters = useAuditFilters(list.state.filters, (chosen) => list.change({ filters: chosen }))
  const { data, table } = useListTable('audit.list', list, t, filters)
  return (
    <DataTable
      {...settings}
      {...table}
      label={t('listLabel')}
      columns={useAuditColumns(onOpen)}
      rows={data?.audit}
      empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      onOpen={onOpen}
      card={(entry) => <AuditCard entry={entry} onOpen={() => onOpen(entry)} />}
      toolbar={<FilterBar search={listSearch(list, t)} filters={filters} />}
    />
  )
}
