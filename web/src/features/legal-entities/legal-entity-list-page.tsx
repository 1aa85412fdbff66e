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
import { useFilters } from '../../ui/list/use-filters.ts'
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
  const filters = useTypeFilter(list)
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

function useTypeFilter({ state, change }: OpenList<'legalEntities.list'>): Filter[] {
  const t = useTranslations('legalEntities')
  const { words } = useFilters(state.filters, (filters) => change({ filters }))
  return [words('type', t('type'), legalEntityTypes, (type) => t(`type_${type}`))]
}
