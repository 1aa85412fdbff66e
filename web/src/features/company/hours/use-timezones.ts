import { useTranslations } from 'use-intl'
import { writeOffset } from '../../../forms/typed/company-time.ts'
import { textIfAny } from '../../../i18n/text-if-any.ts'

// All offsets in use worldwide, in hours. The contract accepts any quarter of an hour.
const whole = Array.from({ length: 27 }, (_, index) => index - 12)
const parts = [-9.5, -3.5, 3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75]

/** The name of a timezone, such as `UTC+3, Москва`. Only cities without daylight saving time are named. */
export function useTimezoneName(): (hours: number) => string {
  const t = useTranslations('company')
  return (hours) => {
    // Most offsets have no city.
    const city = textIfAny(t, `city_${hours}`)
    return `UTC${writeOffset(hours)}${city === null ? '' : `, ${city}`}`
  }
}

/** The timezone options, including the present one. */
export function useTimezones(present: number): { value: number; label: string }[] {
  const nameOf = useTimezoneName()
  const offsets = [...new Set([...whole, ...parts, present])].sort((a, b) => a - b)
  return offsets.map((hours) => ({ value: hours, label: nameOf(hours) }))
}
