import { useTranslations } from 'use-intl'

/** The tab name of a person's rewards. */
export function UserRewardsTab() {
  return useTranslations('rewards')('title')
}
