import { useTranslations } from 'use-intl'
import { writeOffset } from '../../forms/company-time.ts'

// All offsets that are in use somewhere; the contract takes any quarter of an hour.
const whole = Array.from({ length: 27 }, (_, index) => index - 12)
const parts = [-9.5, -3.5, 3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75]

/** The name of a timezone: `UTC+3, Москва`. Named are those whose clocks never change. */
export function useTimezoneName(): (hours: number) => string {
  const t = useTranslations('company')
  return (hours) => {
    const key = `city_${hours}` as 'city_3'
    // Most offsets have no city of their own.
    return `UTC${writeOffset(hours)}${t.has(key) ? `, ${t(key)}` : ''}`
  }
}

/** Timezones to choose from, the present one among them. */
export function useTimezones(present: number): { value: number; label: string }[] {
  const nameOf = useTimezoneName()
  const offsets = [...new Set([...whole, ...parts, present])].sort((a, b) => a - b)
  return offsets.map((hours) => ({ value: hours, label: nameOf(hours) }))
}
