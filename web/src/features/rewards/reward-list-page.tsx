import { IconAward } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useAddressNumber } from '../../api/list/address-number.ts'
import { useListState } from '../../api/list/list-state.ts'
import { listSearch, useListTable } from '../../api/list/list-table.ts'
import { useTableSettings } from '../../api/list/table-settings.ts'
import { useUser } from '../../api/session/session.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { CreateButton } from '../../ui/list/create-button.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { RewardCard } from './reward-card.tsx'
import { RewardPanel } from './reward-panel.tsx'
import { RewardTotals } from './reward-totals.tsx'
import { useRewardColumns } from './use-reward-columns.tsx'
import { useRewardDialogs } from './use-reward-dialogs.tsx'
import { useRewardFilters } from './use-reward-filters.ts'

/** All rewards for admins, own rewards for staff. */
export function RewardListPage() {
  const t = useTranslations('rewards')
  usePageTitle(t('title'))
  const isAdmin = useUser().type !== 'staff'
  const { give } = useRewardDialogs()
  const [opened, open] = useAddressNumber('reward')
  const settings = useTableSettings('rewards')
  const list = useListState('rewards.list', settings.limit)
  const filters = useRewardFilters(list.state.filters, (chosen) => list.change({ filters: chosen }), isAdmin)
  const { data, table } = useListTable('rewards.list', list, t, filters)
  const columns = useRewardColumns(data?.rewards ?? [], ({ id }) => open(id))
  const create = isAdmin && <CreateButton label={t('give')} icon={IconAward} onClick={() => give()} />
  const search = listSearch(list, t)
  return (
    <Sheet fill>
      <PageHeader title={t('title')} count={data?.pagination.total ?? null} actions={create} />
      <DataTable
        {...settings.props}
        {...table}
        label={t('listLabel')}
        columns={isAdmin ? columns : columns.filter(({ key }) => key !== 'user' && key !== 'actions')}
        rows={data?.rewards}
        empty={
          <EmptyState
            title={t('emptyTitle')}
            text={t(isAdmin ? 'emptyText' : 'emptyOwnText')}
            actions={create}
          />
        }
        onOpen={({ id }) => open(id)}
        card={(reward) => <RewardCard reward={reward} withPerson={isAdmin} onOpen={() => open(reward.id)} />}
        toolbar={
          <FilterBar
            search={isAdmin ? search : { ...search, placeholder: t('searchOwnPlaceholder') }}
            filters={filters}
          />
        }
        totals={<RewardTotals totals={data?.totals} />}
      />
      <RewardPanel rewardId={opened} onClose={() => open(null)} />
    </Sheet>
  )
}
