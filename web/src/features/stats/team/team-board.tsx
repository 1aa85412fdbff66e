import type { Teammate } from '@artel/contract/stats/stats'
import { VisuallyHidden } from '@mantine/core'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../api/session/session.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { LeagueEmblem } from '../../../ui/marks/league-emblem.tsx'
import { PersonLink } from '../../users/users.tsx'
import { useMetricWords } from '../metrics/use-metric-words.ts'
import { OpenNumber } from '../rows/open-number.tsx'
import type { StatsState } from '../use-stats-state.ts'
import { pointsPerHour } from './points-per-hour.ts'
import classes from './team.module.css'
import type { Accuracy } from './use-accuracy.ts'

type TeamBoardProps = {
  team: readonly Teammate[]
  accuracy: ReadonlyMap<number, Accuracy>
  asked: StatsState['asked']
  label: string
}

/** People by their points. Each bar is relative to the highest points. */
export function TeamBoard({ team, accuracy, asked, label }: TeamBoardProps) {
  const most = Math.max(1, ...team.map(({ points }) => points))
  return (
    <ol className={classes.board} aria-label={label}>
      {team.map((mate) => (
        <Place
          key={mate.user.id}
          mate={mate}
          accuracy={accuracy.get(mate.user.id)}
          most={most}
          asked={asked}
        />
      ))}
    </ol>
  )
}

type PlaceProps = {
  mate: Teammate
  accuracy: Accuracy | undefined
  most: number
  asked: StatsState['asked']
}

function Place({ mate, accuracy, most, asked }: PlaceProps) {
  const t = useTranslations('team')
  const me = useUser()
  const { rank, user, league, points } = mate
  const isOwn = user.id === me.id
  return (
    <li className={clsx(classes.place, isOwn && classes.own)} aria-current={isOwn || undefined}>
      <span className={classes.rank}>
        <span aria-hidden="true">{rank}</span>
        <VisuallyHidden>{t('place', { rank })}</VisuallyHidden>
      </span>
      <Move by={mate.rank_before - rank} />
      <span className={classes.who}>
        <PersonLink person={user} size={30} />
        {isOwn && <span className={classes.you}>{t('you')}</span>}
      </span>
      <span className={classes.emblem}>
        <LeagueEmblem league={league} />
      </span>
      <span className={classes.ruler} data-league={league}>
        <Ruler value={points / most} tone="league" />
      </span>
      <span className={classes.points}>
        <MateNumber mate={mate} metric="coins" asked={asked} name={t('pointsOf', { name: user.full_name })} />
        <VisuallyHidden>{t('points', { count: points })}</VisuallyHidden>
      </span>
      <Work mate={mate} accuracy={accuracy} asked={asked} />
    </li>
  )
}

/** How many places a person moved up or down since the previous days. */
function Move({ by }: { by: number }) {
  const t = useTranslations('team')
  if (by === 0)
    return (
      <span className={classes.move}>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{t('stayed')}</VisuallyHidden>
      </span>
    )
  const text = t(by > 0 ? 'movedUp' : 'movedDown', { by: Math.abs(by) })
  return (
    <span className={classes.move} data-tone={by > 0 ? 'ok' : 'bad'} title={text}>
      <span aria-hidden="true">
        {by > 0 ? '▲' : '▼'}
        {Math.abs(by)}
      </span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}

type MateNumberProps = {
  mate: Teammate
  metric: 'coins' | 'money' | 'norm_percent' | 'tasks_done' | 'units' | 'worked_seconds'
  asked: StatsState['asked']
  name?: string
}

/** A number of a colleague. Admins can open its rows; staff can open only their own. */
function MateNumber({ mate, metric, asked, name }: MateNumberProps) {
  const me = useUser()
  const words = useMetricWords()
  const value = mate[metric] ?? null
  if (me.type === 'staff' && me.id !== mate.user.id) return words.value(metric, value)
  return (
    <OpenNumber
      rows={{ ...asked, metric, user_id: mate.user.id }}
      value={value}
      {...(name !== undefined && { name })}
    />
  )
}

/** In whole percent rounded down, so that 100 % means that nothing was missing. */
const shareRight = ({ pieces, missing }: Accuracy): number =>
  Math.floor(((pieces - missing) * 100) / pieces) / 100

function Work({ mate, accuracy, asked }: Omit<PlaceProps, 'most'>) {
  const t = useTranslations('team')
  const format = useFormat()
  const perHour = pointsPerHour(mate.points, mate.worked_seconds)
  const part = { mate, asked }
  return (
    <span className={classes.work}>
      {mate.worked_seconds > 0 && <MateNumber {...part} metric="worked_seconds" />}
      <span>
        {perHour === null ? t('noHours') : t('perHour', { points: format.number(perHour, { decimals: 1 }) })}
      </span>
      <span>
        <MateNumber {...part} metric="tasks_done" /> {t('tasks', { count: mate.tasks_done })}
      </span>
      {mate.norm_percent !== null && (
        <span>
          <MateNumber {...part} metric="norm_percent" /> {t('ofNorm')}
        </span>
      )}
      {accuracy && (
        <span title={t('accuracyOf', { right: accuracy.pieces - accuracy.missing, pieces: accuracy.pieces })}>
          {t('accuracy', { share: format.share(shareRight(accuracy)) })}
        </span>
      )}
      {mate.money !== undefined && <MateNumber {...part} metric="money" />}
    </span>
  )
}
