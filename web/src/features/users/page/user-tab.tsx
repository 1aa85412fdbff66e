import { useTranslations } from 'use-intl'

/** The tab name of the summary page of a person. */
export function UserTab() {
  return useTranslations('users')('summary')
}
