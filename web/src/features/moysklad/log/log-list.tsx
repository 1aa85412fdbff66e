import { moySkladActions, moySkladParts } from '@artel/contract/moysklad/moysklad.line'
import type { MoySkladLogLine } from '@artel/contract/moysklad/moysklad.log'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ListDefaults, useListState } from '../../../api/list/list-state.ts'
import { listSearch, type OpenList, useListTable } from '../../../api/list/list-table.ts'
import { useTableSettings } from '../../../api/list/table-settings.ts'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { useFilters } from '../../../ui/list/use-filters.ts'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { LogPanel } from './log-panel.tsx'
import { LogCard, useLogColumns } from './log-parts.tsx'

const defaults: ListDefaults<'moySkladItems.log'> = { sort_by: 'created_at' }

/** What the exchange has created, changed and failed to write. */
export function LogList() {
  const t = useTranslations('moySkladItems')
  const texts = useLogTexts()
  const [opened, setOpened] = useState<MoySkladLogLine | null>(null)
  const settings = useTableSettings('moy_sklad_log')
  const list = useListState('moySkladItems.log', settings.limit, defaults)
  const filters = useLogFilters(list)
  const { data, table } = useListTable('moySkladItems.log', list, texts, filters)
  return (
    <>
      <DataTable
        {...settings.props}
        {...table}
        label={t('logLabel')}
        columns={useLogColumns(setOpened)}
        rows={data?.lines}
        empty={<EmptyState title={t('logEmptyTitle')} text={t('logEmptyText')} />}
        onOpen={setOpened}
        card={(line) => <LogCard line={line} onOpen={() => setOpened(line)} />}
        toolbar={<FilterBar search={listSearch(list, texts)} filters={filters} />}
      />
      <LogPanel line={opened} onClose={() => setOpened(null)} />
    </>
  )
}

function useLogTexts() {
  const t = useTranslations('moySkladItems')
  return (key: 'loadFailed' | 'search' | 'searchPlaceholder') =>
    key === 'loadFailed' ? t('logLoadFailed') : key === 'search' ? t('logSearch') : t('searchPlaceholder')
}

function useLogFilters({ state, change }: OpenList<'moySkladItems.log'>): Filter[] {
  const t = useTranslations('moySkladItems')
  const names = useTranslations('moySklad')
  const { flag, one, words } = useFilters(state.filters, (filters) => change({ filters }))
  const run = state.filters.run_id
  return [
    words('action', t('logAction'), moySkladActions, (action) => t(`action_${action}`)),
    words('kind', t('kind'), moySkladParts, (part) => names(`kind_${part}`)),
    flag('is_conflict', t('logConflicts')),
    // The run filter comes from a link in the run list. Here a person can only remove it.
    ...(run === undefined
      ? []
      : [one('run_id', t('logRun'), [{ value: run, label: t('logRunValue', { id: String(run) }) }])]),
  ]
}
