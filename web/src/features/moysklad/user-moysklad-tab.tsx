import { useTranslations } from 'use-intl'

/** The name of the page that ties a person to an employee of MoySklad. */
export function UserMoySkladTab() {
  return useTranslations('moySklad')('userTab')
}
