import { useTranslations } from 'use-intl'

/** The name of the page with a person's rewards. */
export function UserRewardsTab() {
  return useTranslations('rewards')('title')
}
