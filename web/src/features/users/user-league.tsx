import type { Standing } from '@artel/contract/achievements'
import { type League, thresholdsOf } from '@artel/contract/achievements.line'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Figure } from '../../ui/figure-strip.tsx'
import { LeagueName } from '../../ui/league-emblem.tsx'
import { Ruler } from '../../ui/ruler.tsx'
import classes from './user-page.module.css'

/** Which league the month that runs has brought a person so far, and how far it is to the next. */
export function UserLeague({ userId, league: present }: { userId: number; league: League }) {
  const t = useTranslations('users')
  const merits = useTranslations('merits')
  // One row is the least that a list answers; where they stand comes beside it.
  const { data } = useCall('achievements.list', { query: { limit: 1 }, body: { user_id: userId } })
  const standing = data?.standing
  const league = standing?.league ?? present
  return (
    <Figure
      name={t('leagueOfMonth')}
      aside={standing && <span>{merits('points', { count: standing.points })}</span>}
      value={
        <span className={classes.league}>
          <Link to="/user/$id/achievements" params={{ id: String(userId) }} className={classes.balance}>
            <LeagueName league={league} size={28} />
          </Link>
          {standing && <ToNext standing={standing} />}
        </span>
      }
    >
      <span className={classes.way} data-league={league}>
        {standing && <Way standing={standing} />}
      </span>
    </Figure>
  )
}

function ToNext({ standing: { points, next } }: { standing: Standing }) {
  const t = useTranslations('users')
  const merits = useTranslations('merits')
  if (!next) return <span className={classes.toNext}>{t('leagueHighest')}</span>
  return (
    <span className={classes.toNext}>
      {merits('toLeague', { league: next.league })} <b>{merits('points', { count: next.points - points })}</b>
    </span>
  )
}

/** From where the league begins to where the next one does. */
function Way({ standing: { points, league, next } }: { standing: Standing }) {
  const { leagues = {} } = useCompany().settings
  if (!next) return <Ruler value={1} tone="league" />
  const from = league === 'bronze' ? 0 : thresholdsOf({ achievements: {}, leagues })[league]
  return <Ruler value={(points - from) / (next.points - from)} tone="league" />
}
