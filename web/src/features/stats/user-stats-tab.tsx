import { useTranslations } from 'use-intl'

/** The name of the page with a person's figures. */
export function UserStatsTab() {
  return useTranslations('stats')('title')
}
