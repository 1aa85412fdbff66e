import { useTranslations } from 'use-intl'

/** The tab name of the page that links a person to an employee of MoySklad. */
export function UserMoySkladTab() {
  return useTranslations('moySklad')('userTab')
}
