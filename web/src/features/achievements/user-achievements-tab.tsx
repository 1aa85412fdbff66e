import { useTranslations } from 'use-intl'

/** The tab name of a person's achievements. */
export function UserAchievementsTab() {
  return useTranslations('achievements')('title')
}
