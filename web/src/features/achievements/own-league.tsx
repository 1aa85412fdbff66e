import type { Standing } from '@artel/contract/achievements'
import { leagues, thresholdsOf } from '@artel/contract/achievements.line'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/query.ts'
import { useCompany, useUser } from '../../api/session.ts'
import { useFormat } from '../../ui/format-context.tsx'
import { LeagueEmblem, LeagueName } from '../../ui/league-emblem.tsx'
import { Ruler } from '../../ui/ruler.tsx'
import classes from './own-league.module.css'

/** Where the signed-in person stands among the leagues, and how far the next one is. `isBrief`: in one line. */
export function OwnLeague({ isBrief }: { isBrief: boolean }) {
  const t = useTranslations('achievements')
  const { id } = useUser()
  const { leagues: set = {} } = useCompany().settings
  // One row is the least that a list answers; where they stand comes beside it.
  const { data } = useCall('achievements.list', { query: { limit: 1 }, body: { user_id: id } })
  const standing = data?.standing
  const look = { className: classes.league, 'data-brief': isBrief || undefined }
  if (!standing) return <div {...look} />
  const { league, points } = standing
  const from = { bronze: 0, ...thresholdsOf({ achievements: {}, leagues: set }) }
  return (
    <section {...look} aria-label={t('leagues')} data-league={league}>
      <Link to="/user/$id/achievements" params={{ id: String(id) }} className={classes.name}>
        <LeagueName league={league} size={isBrief ? 20 : 34} />
      </Link>
      <Way standing={standing} from={from[league]} />
      {!isBrief && (
        <ol className={classes.road}>
          {leagues.map((one) => (
            <Stage key={one} league={one} from={from[one]} isReached={points >= from[one]} />
          ))}
        </ol>
      )}
    </section>
  )
}

/** From where the league begins to where the next one does. */
function Way({ standing: { points, next }, from }: { standing: Standing; from: number }) {
  const merits = useTranslations('merits')
  if (!next) return <Ruler value={1} tone="league" />
  return (
    <>
      <p className={classes.next}>
        {merits('toLeague', { league: next.league })}{' '}
        <b>{merits('points', { count: next.points - points })}</b>
      </p>
      <Ruler value={(points - from) / (next.points - from)} tone="league" />
    </>
  )
}

type StageProps = { league: (typeof leagues)[number]; from: number; isReached: boolean }

function Stage({ league, from, isReached }: StageProps) {
  const format = useFormat()
  return (
    <li className={classes.stage} data-far={!isReached || undefined}>
      <LeagueEmblem league={league} size={20} />
      <span>{format.number(from)}</span>
    </li>
  )
}
