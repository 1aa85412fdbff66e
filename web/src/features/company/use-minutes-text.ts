import { useTranslations } from 'use-intl'

/** Minutes in hours that go on past 24, as working time is counted. */
export function useMinutesText(): (minutes: number) => string {
  const t = useTranslations('workingHours')
  return (all) => {
    const [hours, minutes] = [Math.floor(all / 60), all % 60]
    if (hours === 0 && minutes > 0) return t('minutesOnly', { minutes })
    return minutes === 0 ? t('hoursOnly', { hours }) : t('hoursMinutes', { hours, minutes })
  }
}
