import { useTranslations } from 'use-intl'

/** Labels for the arrows of a calendar. */
export function useCalendarLabels() {
  const t = useTranslations('ui')
  const [previous, next] = [t('calendarPrevious'), t('calendarNext')]
  return {
    previousMonth: previous,
    nextMonth: next,
    previousYear: previous,
    nextYear: next,
    previousDecade: previous,
    nextDecade: next,
  }
}
