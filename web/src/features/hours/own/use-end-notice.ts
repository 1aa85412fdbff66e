import type { Shift } from '@artel/contract/hours/hours'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import type { ShiftClock } from './shift-clock.ts'

const toldKey = 'artel.shift-end-told'

/** Shows one notice for each shift that the working day is about to end. */
export function useEndNotice(
  { id, planned_ended_at }: Shift,
  ending: ShiftClock['ending'],
  stop: () => void,
) {
  const t = useTranslations('shifts')
  const format = useFormat()
  const press = useRef(stop)
  useEffect(() => {
    press.current = stop
  })
  useEffect(() => {
    // After a reload of the same tab the notice is not repeated.
    if (ending !== 'near' || sessionStorage.getItem(toldKey) === String(id)) return
    sessionStorage.setItem(toldKey, String(id))
    notify({
      text: t('endsAt', { time: format.time(planned_ended_at) }),
      tone: 'warn',
      timeout: 15_000,
      action: { label: t('stop'), onClick: () => press.current() },
    })
  }, [id, ending, planned_ended_at, t, format])
}
