import type { Teammate } from '@artel/contract/stats'
import { VisuallyHidden } from '@mantine/core'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import { Money } from '../../ui/figures.tsx'
import { useFormat } from '../../ui/format-context.tsx'
import { LeagueEmblem } from '../../ui/league-emblem.tsx'
import { Ruler } from '../../ui/ruler.tsx'
import { PersonLink } from '../users/users.tsx'
import { pointsPerHour } from './points-per-hour.ts'
import classes from './team.module.css'

type TeamBoardProps = { team: readonly Teammate[]; userId: number; label: string }

/** People by their points, each measured against the first of them. */
export function TeamBoard({ team, userId, label }: TeamBoardProps) {
  const most = Math.max(1, ...team.map(({ points }) => points))
  return (
    <ol className={classes.board} aria-label={label}>
      {team.map((mate) => (
        <Place key={mate.user.id} mate={mate} most={most} isOwn={mate.user.id === userId} />
      ))}
    </ol>
  )
}

function Place({ mate, most, isOwn }: { mate: Teammate; most: number; isOwn: boolean }) {
  const t = useTranslations('team')
  const format = useFormat()
  const { rank, user, league, points, money } = mate
  return (
    <li className={clsx(classes.place, isOwn && classes.own)} aria-current={isOwn || undefined}>
      <span className={classes.rank}>
        <span aria-hidden="true">{rank}</span>
        <VisuallyHidden>{t('place', { rank })}</VisuallyHidden>
      </span>
      <span className={classes.who}>
        <PersonLink person={user} size={30} />
        {isOwn && <span className={classes.you}>{t('you')}</span>}
      </span>
      <LeagueEmblem league={league} />
      <span className={classes.points}>
        <b>{format.number(points)}</b> {t('points', { count: points })}
        <Ruler value={points / most} tone="coin" />
      </span>
      <PerHour mate={mate} />
      <Work mate={mate} />
      {money !== undefined && (
        <span className={classes.money}>
          <Money value={money} />
        </span>
      )}
    </li>
  )
}

function PerHour({ mate: { points, worked_seconds } }: { mate: Teammate }) {
  const t = useTranslations('team')
  const format = useFormat()
  const perHour = pointsPerHour(points, worked_seconds)
  return (
    <span className={classes.hour}>
      {perHour === null ? t('noHours') : t('perHour', { points: format.number(perHour, { decimals: 1 }) })}
    </span>
  )
}

function Work({ mate: { tasks_done, norm_percent, worked_seconds } }: { mate: Teammate }) {
  const t = useTranslations('team')
  const format = useFormat()
  return (
    <span className={classes.work}>
      <span>{t('tasks', { count: tasks_done })}</span>
      {worked_seconds > 0 && <span>{format.hours(worked_seconds)}</span>}
      {norm_percent !== null && <span>{t('norm', { percent: format.share(norm_percent / 100) })}</span>}
    </span>
  )
}
