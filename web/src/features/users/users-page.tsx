import type { ManagedUser } from '@artel/contract/users'
import { useHotkeys } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { type ListDefaults, useListState } from '../../api/list-state.ts'
import { listSearch, type OpenList, useListTable } from '../../api/list-table.ts'
import { useCall } from '../../api/query.ts'
import { useTableSettings } from '../../api/table-settings.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { CreateButton } from '../../ui/create-button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useListViews, ViewBar } from '../views/views.tsx'
import { useUserBulk } from './use-user-bulk.tsx'
import { useUserColumns } from './use-user-columns.tsx'
import { useUserDialogs } from './use-user-dialogs.tsx'
import { useUserFilters } from './use-user-filters.ts'
import { activeUsers, useUserViews } from './use-user-views.ts'
import { UserCard } from './user-card.tsx'

const defaults: ListDefaults<'users.list'> = {
  sort_by: 'full_name',
  direction: 'asc',
  filters: activeUsers,
  filterNames: ['type', 'status', 'warehouse_id'],
}

/** Everybody who works in the company, as admins keep them. */
export function UsersPage() {
  const t = useTranslations('users')
  usePageTitle(t('title'))
  const { create } = useUserDialogs()
  const table = useTableSettings('users')
  const list = useListState(defaults, table.limit)
  const views = useListViews('users', useUserViews(), list)
  const { data } = useCall('users.list', list.input)
  // The key's place on the keyboard, because a Russian layout gives another letter there.
  useHotkeys([['N', create, { usePhysicalKeys: true }]])
  return (
    <Sheet fill>
      <PageHeader
        title={t('title')}
        count={data?.pagination.total ?? null}
        actions={<CreateButton label={t('create')} icon={IconUserPlus} onClick={create} />}
      />
      <ViewBar views={views} />
      <UserTable list={list} views={views} settings={table.props} />
    </Sheet>
  )
}

type UserTableProps = {
  list: OpenList<'users.list'>
  views: ReturnType<typeof useListViews>
  settings: ReturnType<typeof useTableSettings>['props']
}

function UserTable({ list, views, settings }: UserTableProps) {
  const t = useTranslations('users')
  const navigate = useNavigate()
  const all = useUserFilters(list.state.filters, (filters) => list.change({ filters }))
  const filters = all.filter(({ key }) => !views.isSaid(key))
  const { data, table } = useListTable('users.list', list, t)
  return (
    <DataTable
      {...settings}
      {...table}
      label={t('listLabel')}
      columns={useUserColumns()}
      rows={data?.users.filter(isManaged)}
      empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      filtered={views.filtered(filters)}
      onOpen={({ id }) => void navigate({ to: '/user/$id', params: { id: String(id) } })}
      card={(user) => <UserCard user={user} />}
      selection={useUserBulk(list.input.body ?? {}, data?.pagination.total ?? 0)}
      toolbar={<FilterBar search={listSearch(list, t)} filters={filters} />}
    />
  )
}

// Only admins open this page, and they are given whole rows.
const isManaged = (user: object): user is ManagedUser => 'can' in user
