import { useTranslations } from 'use-intl'

/** The tab name of a person's figures. */
export function UserStatsTab() {
  return useTranslations('stats')('title')
}
