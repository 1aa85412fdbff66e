import type { Shift } from '@artel/contract/hours/hours'
import { useTranslations } from 'use-intl'
import { useCompany } from '../../../api/session/session.ts'
import { useNow } from '../../../ui/dates/use-now.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { readShiftClock, type ShiftClock } from './shift-clock.ts'

/** Update interval, seconds. A new minute is shown at most this late. */
const pace = 5

/** The clock of a running shift, and the note beside the time. */
export function useShiftClock(
  shift: Pick<Shift, 'started_at' | 'planned_ended_at'>,
): ShiftClock & { note: string | null; brief: string | null; isWarning: boolean } {
  const t = useTranslations('shifts')
  const format = useFormat()
  const clock = readShiftClock(useCompany(), shift, useNow(pace))
  const time = (ms: number) => format.time(new Date(ms).toISOString())
  const notes = {
    far: null,
    // Whole minutes, rounded up.
    near: t('left', { duration: format.hours(Math.ceil(clock.left / 60) * 60) }),
    over: t('over', { time: format.time(shift.planned_ended_at), closes: time(clock.closesAt) }),
  }
  const { pause, ending } = clock
  const note = pause ? t(`pause_${pause.pause}`, { time: time(pause.until) }) : notes[ending]
  // A shorter note for one line on a phone.
  const brief = !pause && ending === 'over' ? t('closes', { closes: time(clock.closesAt) }) : note
  return { ...clock, note, brief, isWarning: !pause && ending !== 'far' }
}
