import { Button } from '@mantine/core'
import { IconHexagonPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { type ListDefaults, useListState } from '../../api/list/list-state.ts'
import { listSearch, useListTable } from '../../api/list/list-table.ts'
import { useTableSettings } from '../../api/list/table-settings.ts'
import { useUser } from '../../api/session/session.ts'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { AchievementCard } from './achievement-card.tsx'
import classes from './achievements.module.css'
import { useAchievementColumns } from './use-achievement-columns.tsx'
import { useAchievementDialogs } from './use-achievement-dialogs.tsx'
import { useAchievementFilters } from './use-achievement-filters.ts'

const defaults: ListDefaults<'achievements.list'> = { sort_by: 'created_at' }

/** The achievements given to a person, by rules and by hand, newest first. */
export function GivenList({ userId }: { userId: number }) {
  const t = useTranslations('achievements')
  const me = useUser()
  const settings = useTableSettings('user_achievements')
  const { state, input: asked, change } = useListState('achievements.list', settings.limit, defaults)
  const list = { state, change, input: { ...asked, body: { ...asked.body, user_id: userId } } }
  const filters = useAchievementFilters(state.filters, (chosen) => change({ filters: chosen }))
  const { data, table } = useListTable('achievements.list', list, t, filters)
  const columns = useAchievementColumns()
  // The same rule as on the server: only an owner may give to themself.
  const mayGive = me.type === 'owner' || (me.type === 'admin' && me.id !== userId)
  const give = mayGive && <Give userId={userId} />
  return (
    <section className={classes.given} aria-labelledby="given-heading">
      <h2 id="given-heading" className={classes.heading}>
        {t('given')}
      </h2>
      <DataTable
        {...settings.props}
        {...table}
        label={t('listLabel')}
        columns={mayGive ? columns : columns.filter(({ key }) => key !== 'actions')}
        rows={data?.achievements}
        empty={<EmptyState title={t('emptyTitle')} text={t(mayGive ? 'emptyText' : 'emptyOwnText')} />}
        card={(given) => <AchievementCard given={given} />}
        toolbar={<FilterBar search={listSearch(list, t)} filters={filters} />}
        tools={give}
      />
    </section>
  )
}

function Give({ userId }: { userId: number }) {
  const t = useTranslations('achievements')
  const { give } = useAchievementDialogs()
  // Served from the cache, because the folder has already read it.
  const { data } = useCall('users.get', { params: { id: userId } })
  if (data?.user.status !== 'active') return null
  return (
    <Button
      size="xs"
      leftSection={<IconHexagonPlus size={16} stroke={1.8} />}
      onClick={() => give({ id: userId, full_name: data.user.full_name })}
    >
      {t('give')}
    </Button>
  )
}
