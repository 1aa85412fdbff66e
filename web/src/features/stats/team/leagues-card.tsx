import { type League, leagues } from '@artel/contract/achievements/achievements.line'
import { UnstyledButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { LeagueName } from '../../../ui/marks/league-emblem.tsx'
import classes from '../charts/chart.module.css'
import { StatCard } from '../metrics/stat-card.tsx'

type LeaguesCardProps = {
  counts: Partial<Record<League, number>>
  chosen: League | undefined
  onChoose: (league: League | undefined) => void
}

/** The number of people in each league. A press filters the ranking by that league. */
export function LeaguesCard({ counts, chosen, onChoose }: LeaguesCardProps) {
  const t = useTranslations('stats')
  const format = useFormat()
  const most = Math.max(1, ...leagues.map((league) => counts[league] ?? 0))
  return (
    <StatCard title={t('leagues')} hint={t('leaguesHint')}>
      <ul className={classes.leagues}>
        {leagues.toReversed().map((league) => (
          <li key={league}>
            <UnstyledButton
              className={classes.league}
              aria-pressed={league === chosen}
              title={t('leagueOpen')}
              onClick={() => onChoose(league === chosen ? undefined : league)}
            >
              <LeagueName league={league} />
              <span data-league={league}>
                <Ruler value={(counts[league] ?? 0) / most} tone="league" />
              </span>
              <b>{format.number(counts[league] ?? 0)}</b>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </StatCard>
  )
}
