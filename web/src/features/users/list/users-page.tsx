import { IconCalendarTime, IconTable, IconUserPlus } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useAddress, useChangeAddress } from '../../../api/list/address.ts'
import { type ListDefaults, useListState } from '../../../api/list/list-state.ts'
import { listSearch, type OpenList, useListTable } from '../../../api/list/list-table.ts'
import { useRowPage } from '../../../api/list/row-page.ts'
import { useTableSettings } from '../../../api/list/table-settings.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { CreateButton } from '../../../ui/list/create-button.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { LayoutSwitch } from '../../../ui/list/layout-switch.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { LazyBoundary } from '../../../ui/states/lazy-boundary.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { DataTableProps } from '../../../ui/table/data-table-types.ts'
import { useListViews, useSaveColumns, ViewBar } from '../../views/views.tsx'
import { useUserDialogs } from '../form/use-user-dialogs.tsx'
import { isManaged } from '../is-managed.ts'
import { useUserBulk } from './use-user-bulk.tsx'
import { useUserColumns } from './use-user-columns.tsx'
import { useUserFilters } from './use-user-filters.ts'
import { activeUsers, useUserViews } from './use-user-views.ts'
import { UserCard } from './user-card.tsx'

const defaults: ListDefaults<'users.list'> = { sort_by: 'full_name', direction: 'asc', filters: activeUsers }

/** The props of another layout: the list state, and the toolbar above it. */
export type PeopleLayoutProps = {
  list: OpenList<'users.list'>
  toolbar: ReactNode
  tools: ReactNode
}

/** All people of the company, for admins. `Hours`: the same people with their worked time. */
export function UsersPage({ Hours }: { Hours: ComponentType<PeopleLayoutProps> }) {
  const t = useTranslations('users')
  usePageTitle(t('title'))
  const { create } = useUserDialogs()
  const table = useTableSettings('users')
  const list = useListState('users.list', table.limit, defaults)
  const views = useListViews('users', useUserViews(), list, table.props)
  const { data } = useCall('users.list', list.input)
  const settings = { ...views.table, saveColumns: useSaveColumns(views) }
  const { layout, tools } = usePeopleLayout()
  const all = useUserFilters(list.state.filters, (filters) => list.change({ filters }))
  const filters = all.filter(({ key }) => !views.isSaid(key))
  const above = { list, tools, toolbar: <FilterBar search={listSearch(list, t)} filters={filters} /> }
  return (
    <Sheet fill>
      <PageHeader
        title={t('title')}
        count={data?.pagination.total ?? null}
        actions={<CreateButton label={t('create')} icon={IconUserPlus} onClick={create} />}
      />
      <ViewBar views={views} />
      {layout === 'hours' ? (
        <LazyBoundary fallback={<SkeletonRows rows={8} />}>
          <Hours {...above} />
        </LazyBoundary>
      ) : (
        <UserTable {...above} filtered={views.filtered(filters)} settings={settings} />
      )}
    </Sheet>
  )
}

type PeopleLayout = 'table' | 'hours'

/** The layout is in the address, so that a link can open it. */
function usePeopleLayout(): { layout: PeopleLayout; tools: ReactNode } {
  const t = useTranslations('users')
  const { layout: wanted } = useAddress()
  const changeAddress = useChangeAddress()
  const layout = wanted === 'hours' ? 'hours' : 'table'
  const layouts = [
    { value: 'table', name: t('layoutTable'), icon: IconTable },
    { value: 'hours', name: t('layoutHours'), icon: IconCalendarTime },
  ] as const
  const choose = (chosen: PeopleLayout) => changeAddress({ layout: chosen === 'table' ? undefined : chosen })
  const tools = <LayoutSwitch label={t('layout')} layouts={layouts} layout={layout} onChoose={choose} />
  return { layout, tools }
}

type UserTableProps = PeopleLayoutProps & {
  filtered: ReturnType<ReturnType<typeof useListViews>['filtered']>
  settings: ReturnType<typeof useTableSettings>['props'] & Pick<DataTableProps<never, never>, 'saveColumns'>
}

function UserTable({ list, toolbar, tools, filtered, settings }: UserTableProps) {
  const t = useTranslations('users')
  const page = useRowPage('/user/$id')
  const { data, table } = useListTable('users.list', list, t)
  const users = data?.users.filter(isManaged)
  return (
    <DataTable
      {...settings}
      {...table}
      label={t('listLabel')}
      columns={useUserColumns(users ?? [])}
      rows={users}
      empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      filtered={filtered}
      {...page}
      card={(user) => <UserCard user={user} />}
      selection={useUserBulk(list.input.body ?? {}, data?.pagination.total ?? 0)}
      toolbar={toolbar}
      tools={tools}
    />
  )
}
