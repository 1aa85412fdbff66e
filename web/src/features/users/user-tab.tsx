import { useTranslations } from 'use-intl'

/** The name of the page that says what is known of a person. */
export function UserTab() {
  return useTranslations('users')('summary')
}
