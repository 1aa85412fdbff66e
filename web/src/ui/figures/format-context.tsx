import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { serverNow } from '../dates/server-clock.ts'
import * as format from './format.ts'

/** The settings of all formatted numbers and dates: the language, and hours east of UTC. */
type FormatSettings = { locale: format.FormatLocale; timezone: number }

const FormatContext = createContext<FormatSettings>({ locale: 'ru', timezone: 0 })

export function FormatProvider({ locale, timezone, children }: FormatSettings & { children: ReactNode }) {
  const settings = useMemo(() => ({ locale, timezone }), [locale, timezone])
  return <FormatContext value={settings}>{children}</FormatContext>
}

/**
 * The functions of `format.ts`, bound to the company's timezone, the chosen language and the server's clock.
 */
export function useFormat() {
  const settings = useContext(FormatContext)
  return useMemo(() => bind(settings), [settings])
}

function bind({ locale, timezone }: FormatSettings) {
  const context = () => ({ locale, timezone, now: serverNow() })
  return {
    locale,
    timezone,
    now: serverNow,
    /** The present day of the company, which may be another than that of the browser. */
    today: () => format.dayAt(serverNow(), timezone),
    number: (value: number, options?: format.NumberOptions) => format.formatNumber(value, locale, options),
    money: (kopecks: number, options?: format.MoneyOptions) => format.formatMoney(kopecks, locale, options),
    coins: (coins: number, options?: { sign?: boolean }) => format.formatCoins(coins, locale, options),
    duration: (seconds: number, options?: { units?: number }) =>
      format.formatDuration(seconds, locale, options),
    hours: (seconds: number) => format.formatHours(seconds, locale),
    share: (share: number) => format.formatShare(share, locale),
    change: (change: number, options?: { unit?: 'percent' | 'points' }) =>
      format.formatChange(change, locale, options),
    date: (moment: string, options?: format.DateOptions) => format.formatDate(moment, context(), options),
    weekday: (day: string, length: 'long' | 'short' = 'short') => format.formatWeekday(day, locale, length),
    days: (days: { from: string; to: string }, options?: { month?: boolean }) =>
      format.formatDays(days, context(), options),
    time: (moment: string, options?: format.TimeOptions) => format.formatTime(moment, timezone, options),
    range: (from: string, to: string) => format.formatRange(from, to, context()),
  }
}
