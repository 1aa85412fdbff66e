import type { Standing } from '@artel/contract/achievements/achievements'
import { leagues, thresholdsOf } from '@artel/contract/achievements/achievements.line'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { useCompany, useUser } from '../../api/session/session.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { Ruler } from '../../ui/figures/ruler.tsx'
import { LeagueEmblem, LeagueName } from '../../ui/marks/league-emblem.tsx'
import classes from './own-league.module.css'

/** The league of the signed-in person, and the distance to the next one. `isBrief`: in one line. */
export function OwnLeague({ isBrief }: { isBrief: boolean }) {
  const t = useTranslations('achievements')
  const { id } = useUser()
  const { leagues: set = {} } = useCompany().settings
  // A list returns at least one row, and only the standing is needed.
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

/** A ruler from the start of the league to the start of the next one. */
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
