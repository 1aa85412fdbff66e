import { useTranslations } from 'use-intl'

/** The name of the page with a person's achievements. */
export function UserAchievementsTab() {
  return useTranslations('achievements')('title')
}
