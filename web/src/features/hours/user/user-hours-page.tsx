import type { DayFilter } from '@artel/contract/shapes/days'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { type ListDefaults, useListState } from '../../../api/list/list-state.ts'
import { useListTable } from '../../../api/list/list-table.ts'
import { useTableSettings } from '../../../api/list/table-settings.ts'
import { PeriodPicker } from '../../../ui/dates/period-picker.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { activeFilters } from '../../../ui/list/filter-types.ts'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { HoursTotalsStrip } from '../hours-totals.tsx'
import { ShiftCard } from '../shift/shift-card.tsx'
import { useShiftDialogs } from '../shift/use-shift-dialogs.tsx'
import { DayDrawer } from '../team/day-drawer.tsx'
import { useShiftColumns } from '../use-shift-columns.tsx'
import { useShiftFilters } from '../use-shift-filters.ts'
import { UserQuestions } from './user-questions.tsx'

const thisMonth = { date_from: 'this_month', date_to: 'this_month' } as const

const defaults: ListDefaults<'hours.list'> = { sort_by: 'started_at', filters: thisMonth }

/** The shifts of one person, in that person's folder. */
export function UserHoursPage() {
  const { id = '' } = useParams({ strict: false })
  const userId = Number(id)
  const [openDay, setOpenDay] = useState<string | null>(null)
  return (
    <>
      <UserQuestions userId={userId} />
      <UserShifts userId={userId} onOpen={setOpenDay} />
      <DayDrawer userId={userId} day={openDay} onClose={() => setOpenDay(null)} />
    </>
  )
}

type UserShiftsProps = { userId: number; onOpen: (day: string) => void }

function UserShifts({ userId, onOpen }: UserShiftsProps) {
  const t = useTranslations('shifts')
  const settings = useTableSettings('user_hours')
  const { state, input: asked, change } = useListState('hours.list', settings.limit, defaults)
  const list = { state, change, input: { ...asked, body: { ...asked.body, user_id: userId } } }
  const filters = useShiftFilters(state.filters, (chosen) => change({ filters: chosen }))
  const { data, table } = useListTable('hours.list', list, t)
  const { date_from, date_to } = state.filters
  const period = { from: date_from ?? null, to: date_to ?? null }
  const show = ({ from, to }: DayFilter) =>
    change({ filters: { ...state.filters, date_from: from ?? undefined, date_to: to ?? undefined } })
  // Clearing the filters keeps the days, because the page is about them.
  const clear = () => change({ filters: { date_from, date_to } })
  return (
    <>
      <HoursTotalsStrip totals={data?.totals} period={period} />
      <DataTable
        {...settings.props}
        {...table}
        label={t('listLabel')}
        columns={useShiftColumns(({ day }) => onOpen(day))}
        rows={data?.hours}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
        filtered={{ filters: activeFilters(filters), onClear: clear }}
        onOpen={({ day }) => onOpen(day)}
        card={(shift) => <ShiftCard shift={shift} withDay onOpen={() => onOpen(shift.day)} />}
        toolbar={
          <>
            <PeriodPicker value={period} onChange={show} />
            <FilterBar filters={filters} />
          </>
        }
        tools={<CreateShift userId={userId} />}
        totals={<span>{t('dayRule')}</span>}
      />
    </>
  )
}

function CreateShift({ userId }: { userId: number }) {
  const t = useTranslations('shifts')
  const format = useFormat()
  const { create } = useShiftDialogs()
  // Served from the cache, because the folder has already read it.
  const { data } = useCall('users.get', { params: { id: userId } })
  if (!data?.user.can.enter_hours) return null
  return (
    <Button
      size="xs"
      leftSection={<IconPlus size={16} stroke={1.8} />}
      onClick={() => create(data.user, format.today())}
    >
      {t('create')}
    </Button>
  )
}
