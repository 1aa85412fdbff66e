import type { Achievement, Progress } from '@artel/contract/achievements/achievements'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { periodWords, progressWords } from './achievement-words.ts'

/** The texts about achievements, in the chosen language. */
export function useAchievementWords() {
  const t = useTranslations('achievements')
  const format = useFormat()
  return {
    progress: (progress: Progress) => {
      const { key, values } = progressWords(progress, format)
      return t(key, values)
    },
    /** null for an achievement given by hand. */
    period: ({ achievement, period }: Achievement) => {
      if (period === null) return null
      const { key, values } = periodWords(achievement, period, format)
      return t(key, values)
    },
    revoked: ({ at, by, reason }: NonNullable<Achievement['revoked']>) =>
      t('revokedWhy', { day: format.date(at), name: by.full_name, reason }),
  }
}
