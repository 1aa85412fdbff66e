import type { Standing } from '@artel/contract/achievements/achievements'
import { type League, leagues, thresholdsOf } from '@artel/contract/achievements/achievements.line'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCompany } from '../../api/session/session.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { LeagueName } from '../../ui/marks/league-emblem.tsx'
import classes from './achievements.module.css'

/** All leagues from the lowest up, the person's present place, and the final leagues of past months. */
export function LeagueRoad({ standing }: { standing: Standing }) {
  const t = useTranslations('achievements')
  return (
    <section className={classes.part} aria-labelledby="leagues-heading">
      <h2 id="leagues-heading" className={classes.heading}>
        {t('leagues')}
      </h2>
      <p className={classes.hint}>
        {t('leaguesText')}.{' '}
        <Link to="/analytics/command" className={classes.board}>
          {t('toBoard')}
        </Link>
      </p>
      <ol className={classes.road}>
        {leagues.map((league) => (
          <Stage key={league} league={league} standing={standing} />
        ))}
      </ol>
      {standing.finals.length > 0 && <Finals finals={standing.finals} />}
    </section>
  )
}

function Stage({ league, standing }: { league: League; standing: Standing }) {
  const t = useTranslations('achievements')
  const merits = useTranslations('merits')
  const { leagues: set = {} } = useCompany().settings
  const points = (count: number) => merits('points', { count })
  const from = league === 'bronze' ? 0 : thresholdsOf({ achievements: {}, leagues: set })[league]
  const isNow = league === standing.league
  const left = from - standing.points
  return (
    <li className={classes.stage} aria-current={isNow ? 'step' : undefined}>
      <LeagueName league={league} size={32} />
      <span className={classes.hint}>
        {from === 0 ? t('leagueFromStart') : t('leagueFrom', { points: points(from) })}
      </span>
      {isNow && <b>{t('leagueNow', { points: points(standing.points) })}</b>}
      {!isNow && left > 0 && <span>{t('leagueLeft', { points: points(left) })}</span>}
    </li>
  )
}

function Finals({ finals }: Pick<Standing, 'finals'>) {
  const t = useTranslations('achievements')
  const merits = useTranslations('merits')
  const format = useFormat()
  return (
    <>
      <h3 className={classes.small}>{t('finals')}</h3>
      <ul className={classes.finals}>
        {finals.map(({ month, points, league }) => (
          <li key={month}>
            <span>{format.days({ from: month, to: month }, { month: true })}</span>
            <LeagueName league={league} />
            <span className={classes.hint}>{merits('points', { count: points })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
