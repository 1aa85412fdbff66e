import { Button } from '@mantine/core'
import { IconAward } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { useAddressNumber } from '../../api/list/address-number.ts'
import { type ListDefaults, useListState } from '../../api/list/list-state.ts'
import { listSearch, useListTable } from '../../api/list/list-table.ts'
import { useTableSettings } from '../../api/list/table-settings.ts'
import { useUser } from '../../api/session/session.ts'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { RewardCard } from './reward-card.tsx'
import { RewardPanel } from './reward-panel.tsx'
import { RewardTotals } from './reward-totals.tsx'
import { useRewardColumns } from './use-reward-columns.tsx'
import { useRewardDialogs } from './use-reward-dialogs.tsx'
import { useRewardFilters } from './use-reward-filters.ts'

const defaults: ListDefaults<'rewards.list'> = { ignored: ['user_id', 'created_by'] }

/** The rewards of one person, in that person's folder. */
export function UserRewardsPage() {
  const t = useTranslations('rewards')
  const { id = '' } = useParams({ strict: false })
  const userId = Number(id)
  const me = useUser()
  const [opened, open] = useAddressNumber('reward')
  const settings = useTableSettings('user_rewards')
  const { state, input: asked, change } = useListState('rewards.list', settings.limit, defaults)
  const list = { state, change, input: { ...asked, body: { ...asked.body, user_id: userId } } }
  const filters = useRewardFilters(state.filters, (chosen) => change({ filters: chosen }), false)
  const { data, table } = useListTable('rewards.list', list, t, filters)
  const columns = useRewardColumns(data?.rewards ?? [], ({ id }) => open(id))
  const mayGive = me.type === 'owner' || (me.type === 'admin' && me.id !== userId)
  const hidden = mayGive ? ['user'] : ['user', 'actions']
  const give = mayGive && <Give userId={userId} />
  return (
    <>
      <DataTable
        {...settings.props}
        {...table}
        label={t('listLabel')}
        columns={columns.filter(({ key }) => !hidden.includes(key))}
        rows={data?.rewards}
        empty={
          <EmptyState
            title={t('emptyTitle')}
            text={t(mayGive ? 'emptyUserText' : 'emptyOwnText')}
            actions={give}
          />
        }
        onOpen={({ id }) => open(id)}
        card={(reward) => <RewardCard reward={reward} withPerson={false} onOpen={() => open(reward.id)} />}
        toolbar={
          <FilterBar
            search={{ ...listSearch(list, t), placeholder: t('searchOwnPlaceholder') }}
            filters={filters}
          />
        }
        tools={give}
        totals={<RewardTotals totals={data?.totals} />}
      />
      <RewardPanel rewardId={opened} onClose={() => open(null)} />
    </>
  )
}

function Give({ userId }: { userId: number }) {
  const t = useTranslations('rewards')
  const { give } = useRewardDialogs()
  // Served from the cache, because the folder has already read it.
  const { data } = useCall('users.get', { params: { id: userId } })
  if (data?.user.status !== 'active') return null
  return (
    <Button
      size="xs"
      leftSection={<IconAward size={16} stroke={1.8} />}
      onClick={() => give({ id: userId, full_name: data.user.full_name })}
    >
      {t('give')}
    </Button>
  )
}
