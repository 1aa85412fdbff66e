import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useListFile } from '../../../api/list/list-file.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { PeriodStepper } from '../../../ui/dates/period-stepper.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { ListToolbar } from '../../../ui/list/list-toolbar.tsx'
import { PageRange, Pages } from '../../../ui/list/pager.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states/states.tsx'
import { DownloadMenu } from '../../../ui/table/data-table-menus.tsx'
import type { PeopleLayoutProps } from '../../users/users.tsx'
import { PeriodLock } from '../lock/period-lock.tsx'
import { DayDrawer } from './day-drawer.tsx'
import { OnShiftNow } from './on-shift-now.tsx'
import { TeamCards } from './team-cards.tsx'
import { TeamGrid } from './team-grid.tsx'
import classes from './team-hours.module.css'
import { TeamLegend } from './team-marks.tsx'
import { TeamQueue } from './team-queue.tsx'
import { useTeamHours, whoseOf } from './use-team-hours.ts'
import { useTeamWeek } from './use-team-week.ts'

/** The people of a page with the time they worked in a week, day by day. */
export function TeamHours({ list, toolbar, tools }: PeopleLayoutProps) {
  const moving = useTeamWeek()
  const team = useTeamHours(list, moving)
  const whose = whoseOf(list.state)
  const file = useListFile('hours.list', {
    query: { sort_by: 'started_at', direction: 'asc' },
    body: { ...whose, date_from: moving.week.from, date_to: moving.week.to },
  })
  return (
    <section className={classes.team}>
      <ListToolbar
        filters={toolbar}
        tools={
          <>
            {tools}
            <DownloadMenu {...file} />
          </>
        }
      />
      <div className={classes.weeks}>
        <Weeks {...moving} />
        <OnShiftNow whose={whose} />
        <span className={classes.lock}>
          <PeriodLock lockedUntil={team.week.lockedUntil} />
        </span>
      </div>
      <TeamQueue whose={whose} />
      <TeamBody team={team} />
      {team.pagination && !team.isEmpty && (
        <footer className={classes.footer}>
          <PageRange pagination={team.pagination} />
          <TeamLegend />
          <span className={classes.gap} />
          <Pages
            page={team.pagination.page}
            pages={team.pagination.pages}
            onChange={(page) => list.change({ page })}
          />
        </footer>
      )}
    </section>
  )
}

function TeamBody({ team }: { team: ReturnType<typeof useTeamHours> }) {
  const t = useTranslations('teamHours')
  const shifts = useTranslations('shifts')
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const [open, setOpen] = useState<{ userId: number; day: string } | null>(null)
  if (team.error) {
    return <ErrorState {...listErrorOf(team.error, shifts('loadFailed'))} onRetry={team.retry} />
  }
  if (team.isEmpty) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
  if (team.isLoading) return <SkeletonRows rows={8} height={52} />
  const week = { ...team.week, onOpen: (userId: number, day: string) => setOpen({ userId, day }) }
  return (
    <>
      {isPhone ? <TeamCards {...week} /> : <TeamGrid {...week} />}
      <DayDrawer userId={open?.userId ?? 0} day={open?.day ?? null} onClose={() => setOpen(null)} />
    </>
  )
}

function Weeks({ week, isPresent, step, toPresent }: ReturnType<typeof useTeamWeek>) {
  const t = useTranslations('teamHours')
  const format = useFormat()
  const days = format.days(week)
  return (
    <>
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
    </>
  )
}
