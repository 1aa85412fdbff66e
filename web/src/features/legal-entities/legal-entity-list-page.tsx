import { legalEntityTypes } from '@artel/contract/legal-entities.rules'
import { useHotkeys } from '@mantine/hooks'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { listErrorOf } from '../../api/failure.ts'
import { useListFile } from '../../api/list-file.ts'
import { type ListDefaults, useListState } from '../../api/list-state.ts'
import { useCall } from '../../api/query.ts'
import { useTableSettings } from '../../api/table-settings.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { CreateButton } from '../../ui/create-button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { activeFilters, type Filter } from '../../ui/filter-types.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { LegalEntityCard } from './legal-entity-card.tsx'
import { useLegalEntityActions } from './use-legal-entity-actions.ts'
import { useLegalEntityColumns } from './use-legal-entity-columns.tsx'
import { useLegalEntityDialogs } from './use-legal-entity-dialogs.tsx'

/** The legal entities of the company, as admins keep them. */
export function LegalEntityListPage() {
  const t = useTranslations('legalEntities')
  usePageTitle(t('title'))
  const dialogs = useLegalEntityDialogs()
  const actions = useLegalEntityActions()
  const table = useTableSettings('legal_entities')
  const list = useListState<'legalEntities.list'>(useDefaults(table.limit))
  const { state, input, change } = list
  const { data, error, isPending, isPlaceholderData, refetch } = useCall('legalEntities.list', input)
  const { filters, bar } = useToolbar(list)
  const columns = useLegalEntityColumns(actions, dialogs.edit)
  const download = useListFile('legalEntities.list', input)
  // The key's place on the keyboard, because a Russian layout gives another letter there.
  useHotkeys([['N', dialogs.create, { usePhysicalKeys: true }]])
  const create = <CreateButton label={t('create')} onClick={dialogs.create} />
  return (
    <Sheet fill>
      <PageHeader title={t('title')} count={data?.pagination.total ?? null} actions={create} />
      <DataTable
        {...table.props}
        label={t('title')}
        columns={columns}
        rows={data?.legal_entities}
        pagination={data?.pagination}
        state={state}
        onStateChange={change}
        isLoading={isPending}
        isRefreshing={isPlaceholderData}
        error={error ? listErrorOf(error, t('loadFailed')) : undefined}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} actions={create} />}
        filtered={{
          filters: activeFilters(filters),
          search: state.search,
          onClear: () => change({ filters: {}, search: '' }),
        }}
        download={download}
        onOpen={dialogs.edit}
        card={(entity) => (
          <LegalEntityCard entity={entity} actions={actions} onEdit={() => dialogs.edit(entity)} />
        )}
        toolbar={bar}
      />
    </Sheet>
  )
}

// The same object for the same limit: the list's state hangs on its identity.
function useDefaults(limit: number) {
  return useMemo(
    (): ListDefaults<'legalEntities.list'> => ({
      limit,
      sort_by: 'name',
      direction: 'asc',
      filterNames: ['type'],
    }),
    [limit],
  )
}

function useToolbar({ state, change }: ReturnType<typeof useListState<'legalEntities.list'>>) {
  const t = useTranslations('legalEntities')
  const filters: Filter[] = [
    {
      key: 'type',
      kind: 'many',
      name: t('type'),
      options: legalEntityTypes.map((value) => ({ value, label: t(`type_${value}`) })),
      value: [state.filters.type ?? []].flat(),
      onChange: (chosen) => change({ filters: { type: legalEntityTypes.filter((t) => chosen.includes(t)) } }),
    },
  ]
  const search = { label: t('search'), placeholder: t('searchPlaceholder'), value: state.search }
  const bar = (
    <FilterBar search={{ ...search, onChange: (text) => change({ search: text }) }} filters={filters} />
  )
  return { filters, bar }
}
