import type { Shift } from '@artel/contract/hours/hours'
import { useTranslations } from 'use-intl'
import type { Answer } from '../../../api/send/calls.ts'
import { judgeTogether } from '../../../forms/save/judge-together.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { useShiftWords } from '../use-shift-words.ts'

type Send = (shift: Shift) => Promise<Answer<'hours.confirm'>>

/** Settles a shift in the version that the person saw, see `judgeTogether`. */
export function useJudgedShift() {
  const t = useTranslations('shifts')
  const format = useFormat()
  const words = useShiftWords()
  const factsOf = (shift: Shift) => [
    { label: t('person'), value: shift.user.full_name },
    { label: t('time'), value: words.span(shift) },
    {
      label: t('proposedEnd'),
      value: shift.proposed_ended_at === null ? '—' : format.time(shift.proposed_ended_at),
    },
  ]
  return (base: Shift, submitLabel: string, send: Send) =>
    judgeTogether({
      base,
      send,
      factsOf,
      submitLabel,
      titleOf: ({ day }) => t('judgedTitle', { day: words.day(day) }),
      isOpen: ({ can }) => can.confirm,
    })
}
