import type { Standing } from '@artel/contract/achievements/achievements'
import { type League, thresholdsOf } from '@artel/contract/achievements/achievements.line'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useCompany } from '../../../api/session/session.ts'
import { Figure } from '../../../ui/figures/figure-strip.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { LeagueName } from '../../../ui/marks/league-emblem.tsx'
import classes from './user-page.module.css'

/** The person's league of the present month so far, and the distance to the next one. */
export function UserLeague({ userId, league: present }: { userId: number; league: League }) {
  const t = useTranslations('users')
  const merits = useTranslations('merits')
  // A list returns at least one row, and only the standing is needed.
  const { data } = useCall('achievements.list', { query: { limit: 1 }, body: { user_id: userId } })
  const standing = data?.standing
  const league = standing?.league ?? present
  return (
    <Figure
      name={t('leagueOfMonth')}
      aside={
        // Until the points are known, a hidden text takes their place, because the title may wrap beside them.
        <span className={standing ? undefined : classes.unknown} aria-hidden={!standing}>
          {merits('points', { count: standing?.points ?? 0 })}
        </span>
      }
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

/** A ruler from the start of the league to the start of the next one. */
function Way({ standing: { points, league, next } }: { standing: Standing }) {
  const { leagues = {} } = useCompany().settings
  if (!next) return <Ruler value={1} tone="league" />
  const from = league === 'bronze' ? 0 : thresholdsOf({ achievements: {}, leagues })[league]
  return <Ruler value={(points - from) / (next.points - from)} tone="league" />
}
