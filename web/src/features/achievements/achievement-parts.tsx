import type { Achievement } from '@artel/contract/achievements/achievements'
import { useTranslations } from 'use-intl'
import { AchievementBadge } from '../../ui/marks/achievement-badge.tsx'
import { Tag } from '../../ui/marks/tag.tsx'
import { PersonLink } from '../users/users.tsx'
import classes from './achievements.module.css'
import { useAchievementWords } from './use-achievement-words.ts'

/** The name of a given achievement; struck through if it was revoked. */
export function AchievedName({ given: { achievement, revoked } }: { given: Achievement }) {
  const t = useTranslations('achievements')
  const name = useTranslations('achievementNames')(achievement)
  return (
    <span className={classes.achieved}>
      <AchievementBadge achievement={achievement} isEarned={revoked === null} size={24} />
      {revoked === null ? <b>{name}</b> : <s>{name}</s>}
      {revoked !== null && <Tag>{t('revokedTag')}</Tag>}
    </span>
  )
}

/** The comment when it was given, and the reason why it was revoked. */
export function Remarks({ given: { comment, revoked } }: { given: Achievement }) {
  const words = useAchievementWords()
  return (
    <>
      {comment !== null && <p className={classes.remark}>{comment}</p>}
      {revoked !== null && <p className={classes.remark}>{words.revoked(revoked)}</p>}
    </>
  )
}

/** Who gave it by hand, or that a rule gave it. */
export function Giver({ given: { giver } }: { given: Achievement }) {
  const t = useTranslations('achievements')
  if (!giver) return <span className={classes.hint}>{t('byRule')}</span>
  return <PersonLink person={giver} />
}
