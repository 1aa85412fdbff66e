import { shiftSources } from '@artel/contract/hours.line'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ListDefaults, type ListState, useListState } from '../../api/list-state.ts'
import { useListTable } from '../../api/list-table.ts'
import { useCall } from '../../api/query.ts'
import { useUser } from '../../api/session.ts'
import { useTableSettings } from '../../api/table-settings.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { activeFilters, type Filter } from '../../ui/filter-types.ts'
import { useFormat } from '../../ui/format-context.tsx'
import { PeriodPicker } from '../../ui/period-picker.tsx'
import { dayAt } from '../../ui/periods.ts'
import { EmptyState } from '../../ui/states.tsx'
import { DayDrawer } from './day-drawer.tsx'
import { HoursTotalsStrip } from './hours-totals.tsx'
import { ShiftCard } from './shift-card.tsx'
import { useShiftColumns } from './use-shift-columns.tsx'
import { useShiftDialogs } from './use-shift-dialogs.tsx'
import { UserQuestions } from './user-questions.tsx'

const thisMonth = { date_from: 'this_month', date_to: 'this_month' } as const

const defaults: ListDefaults<'hours.list'> = {
  sort_by: 'started_at',
  filters: thisMonth,
  filterNames: ['date_from', 'date_to', 'source', 'confirmed'],
}

type Filters = ListState<'hours.list'>['filters']

/** The shifts of one person, on their page. */
export function UserHoursPage() {
  const t = useTranslations('shifts')
  const { id = '' } = useParams({ strict: false })
  const userId = Number(id)
  const settings = useTableSettings('user_hours')
  const { state, input: asked, change } = useListState(defaults, settings.limit)
  const list = { state, change, input: { ...asked, body: { ...asked.body, user_id: userId } } }
  const filters = useShiftFilters(state.filters, (chosen) => change({ filters: chosen }))
  const { data, table } = useListTable('hours.list', list, t)
  const [openDay, setOpenDay] = useState<string | null>(null)
  const columns = useShiftColumns(({ day }) => setOpenDay(day))
  const { date_from: from = null, date_to: to = null } = state.filters
  const period = { from, to }
  // The days are what the page is about; they stay when the filters are cleared.
  const keptDays = { date_from: from ?? undefined, date_to: to ?? undefined }
  const clear = () => change({ filters: keptDays, search: '' })
  return (
    <>
      <UserQuestions userId={userId} />
      <HoursTotalsStrip totals={data?.totals} period={period} />
      <DataTable
        {...settings.props}
        {...table}
        label={t('listLabel')}
        columns={columns}
        rows={data?.hours}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
        filtered={{ filters: activeFilters(filters), onClear: clear }}
        onOpen={({ day }) => setOpenDay(day)}
        card={(shift) => <ShiftCard shift={shift} withDay onOpen={() => setOpenDay(shift.day)} />}
        toolbar={
          <>
            <PeriodPicker
              value={period}
              onChange={(days) =>
                change({
                  filters: {
                    ...state.filters,
                    date_from: days.from ?? undefined,
                    date_to: days.to ?? undefined,
                  },
                })
              }
            />
            <FilterBar filters={filters} />
          </>
        }
        tools={<CreateShift userId={userId} />}
        totals={<span>{t('dayRule')}</span>}
      />
      <DayDrawer userId={userId} day={openDay} onClose={() => setOpenDay(null)} />
    </>
  )
}

function useShiftFilters(filters: Filters, onChange: (filters: Filters) => void): Filter[] {
  const t = useTranslations('shifts')
  const { source, confirmed } = filters
  return [
    {
      key: 'source',
      kind: 'many',
      name: t('source'),
      options: shiftSources.map((value) => ({ value, label: t(`source_${value}`) })),
      value: source === undefined ? [] : [source].flat(),
      onChange: (chosen) =>
        onChange({ ...filters, source: shiftSources.filter((value) => chosen.includes(value)) }),
    },
    {
      key: 'confirmed',
      kind: 'one',
      name: t('confirmation'),
      options: (['yes', 'no'] as const).map((value) => ({ value, label: t(`confirmation_${value}`) })),
      value: confirmed === undefined ? null : confirmed ? 'yes' : 'no',
      onChange: (value) => onChange({ ...filters, confirmed: value === null ? undefined : value === 'yes' }),
    },
  ]
}

function CreateShift({ userId }: { userId: number }) {
  const t = useTranslations('shifts')
  const format = useFormat()
  const isAdmin = useUser().type !== 'staff'
  const { create } = useShiftDialogs()
  // The folder has read it already.
  const { data } = useCall('users.get', { params: { id: userId } })
  if (!isAdmin || !data) return null
  return (
    <Button
      size="xs"
      leftSection={<IconPlus size={16} stroke={1.8} />}
      onClick={() => create(data.user, dayAt(format.now(), format.timezone))}
    >
      {t('create')}
    </Button>
  )
}
