import type { Progress } from '@artel/contract/achievements/achievements'
import { ruleOf } from '@artel/contract/achievements/achievements.line'
import { type AchievementCode, achievementCodes } from '@artel/contract/company/company.line'
import { useTranslations } from 'use-intl'
import { useCompany } from '../../api/session/session.ts'
import { Coins } from '../../ui/figures/figures.tsx'
import { Ruler } from '../../ui/figures/ruler.tsx'
import { AchievementBadge } from '../../ui/marks/achievement-badge.tsx'
import { Tag } from '../../ui/marks/tag.tsx'
import classes from './achievements.module.css'
import { useAchievementWords } from './use-achievement-words.ts'

type AchievementGridProps = {
  progress: readonly Progress[]
  /** How often each achievement was earned and not revoked. */
  earned: ReadonlyMap<AchievementCode, number>
  /** No rule gives achievements to this person. */
  isOnlyByHand: boolean
}

/** All achievements: the condition of each, and the person's progress. */
export function AchievementGrid({ progress, earned, isOnlyByHand }: AchievementGridProps) {
  const t = useTranslations('achievements')
  const ways = new Map(progress.map((way) => [way.achievement, way]))
  return (
    <section className={classes.part} aria-labelledby="achievements-heading">
      <h2 id="achievements-heading" className={classes.heading}>
        {t('all')}
      </h2>
      {isOnlyByHand && <p className={classes.hint}>{t('onlyByHand')}</p>}
      <ul className={classes.grid}>
        {achievementCodes.map((code) => (
          <Merit
            key={code}
            code={code}
            count={earned.get(code) ?? 0}
            way={isOnlyByHand ? undefined : ways.get(code)}
          />
        ))}
      </ul>
    </section>
  )
}

type MeritProps = { code: AchievementCode; count: number; way: Progress | undefined }

function Merit({ code, count, way }: MeritProps) {
  const t = useTranslations('achievements')
  const merits = useTranslations('merits')
  const names = useTranslations('achievementNames')
  const { achievements = {} } = useCompany().settings
  const { on, coins } = ruleOf({ achievements, leagues: {} }, code)
  return (
    <li className={classes.merit}>
      <AchievementBadge achievement={code} isEarned={count > 0} />
      <div className={classes.about}>
        <h3 className={classes.name}>
          {names(code)}
          {coins > 0 && <Coins value={coins} emphasis />}
        </h3>
        <p className={classes.rule}>{merits(`rule_${code}`)}</p>
        <p className={classes.hint}>{t('earned', { count })}</p>
        {!on && <Tag>{t('off')}</Tag>}
        {on && way && <Way way={way} />}
      </div>
    </li>
  )
}

function Way({ way }: { way: Progress }) {
  const { progress } = useAchievementWords()
  return (
    <>
      <Ruler value={way.value / way.target} tone="coin" />
      <p className={classes.hint}>{progress(way)}</p>
    </>
  )
}
