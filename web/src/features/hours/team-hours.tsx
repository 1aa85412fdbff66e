import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listErrorOf } from '../../api/failure.ts'
import { useListFile } from '../../api/list-file.ts'
import { useCall, useWholeList } from '../../api/query.ts'
import { DownloadMenu } from '../../ui/data-table-menus.tsx'
import { useFormat } from '../../ui/format-context.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageRange, Pages } from '../../ui/pager.tsx'
import { PeriodStepper } from '../../ui/period-stepper.tsx'
import { daysOf } from '../../ui/periods.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import type { PeopleLayoutProps } from '../users/users.tsx'
import { DayDrawer } from './day-drawer.tsx'
import { OnShiftNow } from './on-shift-now.tsx'
import { PeriodLock } from './period-lock.tsx'
import { TeamCards } from './team-cards.tsx'
import { TeamGrid } from './team-grid.tsx'
import classes from './team-hours.module.css'
import { TeamQueue } from './team-queue.tsx'
import { teamWeekOf } from './team-week.ts'
import { useTeamWeek } from './use-team-week.ts'

/** The people of a page with what they have worked in a week, day by day. */
export function TeamHours({ list, toolbar, tools }: PeopleLayoutProps) {
  const t = useTranslations('teamHours')
  const shifts = useTranslations('shifts')
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const moving = useTeamWeek()
  const { week, today } = moving
  const [open, setOpen] = useState<{ userId: number; day: string } | null>(null)
  const people = useCall('users.list', list.input)
  const ids = people.data?.users.map(({ id }) => id) ?? []
  const dates = { date_from: week.from, date_to: week.to }
  const hours = useWholeList('hours.list', { body: { user_id: ids, ...dates } }, { enabled: ids.length > 0 })
  const { type, status, warehouse_id } = list.state.filters
  const whose = {
    ...(type !== undefined && { user_type: type }),
    ...(status !== undefined && { user_status: status }),
    ...(warehouse_id !== undefined && { warehouse_id }),
    ...(list.state.search !== '' && { search: list.state.search }),
  }
  const file = useListFile('hours.list', {
    query: { sort_by: 'started_at', direction: 'asc' },
    body: { ...whose, ...dates },
  })
  const error = people.error ?? hours.error
  const lockedUntil = hours.data?.[0]?.locked_until ?? null
  const drawn = {
    people: people.data?.users ?? [],
    days: daysOf(week),
    today,
    lockedUntil,
    sums: teamWeekOf(hours.data?.flatMap((page) => page.hours) ?? []),
    isWhole: people.data?.pagination.pages === 1,
    onOpen: (userId: number, day: string) => setOpen({ userId, day }),
  }
  return (
    <section className={classes.team}>
      <ListToolbar
        filters={toolbar}
        tools={
          <>
            {tools}
            <PeriodLock lockedUntil={lockedUntil} />
            <DownloadMenu {...file} />
          </>
        }
      />
      <Weeks {...moving} />
      <OnShiftNow whose={whose} />
      <TeamQueue whose={whose} />
      {error ? (
        <ErrorState
          {...listErrorOf(error, shifts('loadFailed'))}
          onRetry={() => void Promise.all([people.refetch(), hours.refetch()])}
        />
      ) : people.data && ids.length === 0 ? (
        <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
      ) : !people.data || !hours.data ? (
        <SkeletonRows rows={8} height={52} />
      ) : isPhone ? (
        <TeamCards {...drawn} />
      ) : (
        <TeamGrid {...drawn} />
      )}
      {people.data && people.data.pagination.pages > 1 && (
        <footer className={classes.footer}>
          <PageRange pagination={people.data.pagination} />
          <Pages
            page={people.data.pagination.page}
            pages={people.data.pagination.pages}
            onChange={(page) => list.change({ page })}
          />
        </footer>
      )}
      <DayDrawer userId={open?.userId ?? 0} day={open?.day ?? null} onClose={() => setOpen(null)} />
    </section>
  )
}

function Weeks({ week, isPresent, step, toPresent }: ReturnType<typeof useTeamWeek>) {
  const t = useTranslations('teamHours')
  const format = useFormat()
  const days = format.days(week)
  return (
    <div className={classes.weeks}>
      <PeriodStepper onStep={step}>
        <span className={classes.week} role="status" aria-label={t('week', { days })}>
          {days}
        </span>
      </PeriodStepper>
      {!isPresent && (
        <Button variant="subtle" size="xs" onClick={toPresent}>
          {t('thisWeek')}
        </Button>
      )}
    </div>
  )
}
