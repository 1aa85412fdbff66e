import type { Shift } from '@artel/contract/hours/hours'
import { pauses } from '@artel/contract/hours/schedule'
import { useTranslations } from 'use-intl'
import { dayAt } from '../../ui/figures/format.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { endReason } from './shift/shift-end.ts'

type Span = { started_at: string; ended_at: string | null }

/** A shift and its parts in words. */
export function useShiftWords() {
  const t = useTranslations('shifts')
  const format = useFormat()
  const { span, endOf } = useSpans()
  return {
    span,
    ...useBreaks(),
    day: (day: string) => format.date(day),
    /** For example «Когда вы ушли 20 ноября?» */
    when: (day: string) =>
      t('askedWhen', {
        day: format.date(day),
        isToday: String(day === format.today()),
      }),
    /** The punch of a corrected shift; empty if the punch is what counts. */
    punch: ({ punched_started_at, punched_ended_at, started_at, ended_at }: Shift): string => {
      if (punched_started_at === null) return t('noPunch')
      if (punched_started_at === started_at && punched_ended_at === ended_at) return ''
      return t('punch', { span: span({ started_at: punched_started_at, ended_at: punched_ended_at }) })
    },
    /** Why the product has set this end. */
    why: (shift: Shift): string =>
      t(`why_${endReason(shift)}`, {
        start: format.time(shift.started_at),
        end: shift.ended_at === null ? '' : endOf(shift.started_at, shift.ended_at),
      }),
  }
}

function useSpans() {
  const t = useTranslations('shifts')
  const format = useFormat()
  /** A time of day. From 24 hours after the start on it includes the date. */
  const endOf = (start: string, end: string) => {
    const isFar = Date.parse(end) - Date.parse(start) >= 86_400_000
    const day = dayAt(Date.parse(end), format.timezone)
    return isFar ? t('nextDay', { time: format.time(end), day: format.date(day) }) : format.time(end)
  }
  const span = ({ started_at, ended_at }: Span) =>
    ended_at === null
      ? t('from', { time: format.time(started_at) })
      : `${format.time(started_at)}\u2013${endOf(started_at, ended_at)}`
  return { endOf, span }
}

function useBreaks() {
  const t = useTranslations('shifts')
  const format = useFormat()
  return {
    breaks: (of: Shift['breaks']) =>
      pauses
        .filter((pause) => of[pause] !== undefined)
        .map((pause) => t(`break_${pause}`, { duration: format.hours(of[pause] ?? 0) }))
        .join(', '),
    /** For a row: both breaks as one duration. */
    shortBreaks: ({ lunch, first_break = 0, second_break = 0 }: Shift['breaks']) =>
      [
        lunch !== undefined && t('break_lunch', { duration: format.hours(lunch) }),
        first_break + second_break > 0 &&
          t('breaksBoth', { duration: format.hours(first_break + second_break) }),
      ]
        .filter((part) => part !== false)
        .join(', '),
  }
}
