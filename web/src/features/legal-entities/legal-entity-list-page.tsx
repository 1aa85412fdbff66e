import { legalEntityTypes } from '@artel/contract/legal-entities/legal-entities.rules'
import { useTranslations } from 'use-intl'
import { type ListDefaults, useListState } from '../../api/list/list-state.ts'
import { listSearch, type OpenList, useListTable } from '../../api/list/list-table.ts'
import { useTableSettings } from '../../api/list/table-settings.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { CreateButton } from '../../ui/list/create-button.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import type { Filter } from '../../ui/list/filter-types.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { LegalEntityCard } from './legal-entity-card.tsx'
import { useLegalEntityActions } from './use-legal-entity-actions.ts'
import { useLegalEntityColumns } from './use-legal-entity-columns.tsx'
import { useLegalEntityDialogs } from './use-legal-entity-dialogs.tsx'

const defaults: ListDefaults<'legalEntities.list'> = { sort_by: 'name', direction: 'asc' }

/** The legal entities of the company, for admins. */
export function LegalEntityListPage() {
  const t = useTranslations('legalEntities')
  usePageTitle(t('title'))
  const dialogs = useLegalEntityDialogs()
  const actions = useLegalEntityActions()
  const settings = useTableSettings('legal_entities')
  const list = useListState('legalEntities.list', settings.limit, defaults)
  const filters = useFilters(list)
  const { data, table } = useListTable('legalEntities.list', list, t, filters)
  const columns = useLegalEntityColumns(actions, dialogs.edit)
  const create = <CreateButton label={t('create')} onClick={dialogs.create} />
  return (
    <Sheet fill>
      <PageHeader title={t('title')} count={data?.pagination.total ?? null} actions={create} />
      <DataTable
        {...settings.props}
        {...table}
        label={t('title')}
        columns={columns}
        rows={data?.legal_entities}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} actions={create} />}
        onOpen={dialogs.edit}
        card={(entity) => (
          <LegalEntityCard entity={entity} actions={actions} onEdit={() => dialogs.edit(entity)} />
        )}
        toolbar={<FilterBar search={listSearch(list, t)} filters={filters} />}
      />
    </Sheet>
  )
}

function useFilters({ state, change }: OpenList<'legalEntities.list'>): Filter[] {
  const t = useTranslations('legalEntities')
  return [
    {
      key: 'type',
      kind: 'many',
      name: t('type'),
      options: legalEntityTypes.map((value) => ({ value, label: t(`type_${value}`) })),
      value: [state.filters.type ?? []].flat(),
      onChange: (chosen) => change({ filters: { type: legalEntityTypes.filter((t) => chosen.includes(t)) } }),
    },
  ]
}
