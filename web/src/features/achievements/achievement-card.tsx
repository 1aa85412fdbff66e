import type { Achievement } from '@artel/contract/achievements/achievements'
import { DateText } from '../../ui/dates/date-text.tsx'
import { Coins } from '../../ui/figures/figures.tsx'
import { AchievedName, Giver, Remarks } from './achievement-parts.tsx'
import classes from './achievements.module.css'
import { RevokeButton } from './revoke-button.tsx'
import { useAchievementWords } from './use-achievement-words.ts'

/** A given achievement in the list on a phone. */
export function AchievementCard({ given }: { given: Achievement }) {
  const period = useAchievementWords().period(given)
  return (
    <article className={classes.card}>
      <div className={classes.line}>
        <AchievedName given={given} />
        {given.coins > 0 && <Coins value={given.coins} />}
      </div>
      <Remarks given={given} />
      <div className={classes.line}>
        <DateText value={given.created_at} withTime tone="quiet" />
        {period !== null && <span>{period}</span>}
        <Giver given={given} />
      </div>
      <RevokeButton given={given} />
    </article>
  )
}
