import type { Shift } from '@artel/contract/hours/hours'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { refreshEntities } from '../../../api/cache/refresh.ts'
import { ApiFailure, type Failure } from '../../../api/send/failure.ts'
import { useCompany, useUser } from '../../../api/session/session.ts'
import { addStep } from '../../../api/steps/steps.ts'
import { isStale } from '../../../forms/save/judge-together.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { useShiftWords } from '../use-shift-words.ts'
import { useJudgedShift } from './use-judged-shift.ts'
import { afterConfirmation, confirmationSubject, type EndConfirmation } from './waiting-confirmations.ts'

/** Notifies about the result for an unconfirmed shift. */
export function useTellSettled(): (shift: Shift) => void {
  const t = useTranslations('shifts')
  const format = useFormat()
  const words = useShiftWords()
  return (shift) => {
    const { confirmed, proposed_ended_at, day } = shift
    const text =
      !confirmed && proposed_ended_at !== null
        ? t('proposedDone', { time: format.time(proposed_ended_at) })
        : t('confirmed', { day: words.day(day), span: words.span(shift) })
    notify({ text, tone: 'ok' })
  }
}

/** Says how one's own shift ended, with or without a connection. The confirmation waits in the queue of steps. */
export function useOwnConfirmation(): (shift: Shift, confirmation: EndConfirmation) => Promise<void> {
  const company = useCompany()
  const words = useShiftWords()
  const tell = useTellSettled()
  return async (shift, confirmation) => {
    const { id, version, day } = shift
    const body = { ...confirmation, version }
    const about = { subject: confirmationSubject(shift), title: words.day(day), seen: null }
    await addStep({ call: 'hours.confirm', params: { id }, body, ...about })
    tell(afterConfirmation(shift, confirmation, company))
  }
}

/**
 * Confirms a shift with one press: the proposed end, else the present one. A decision on the shift of somebody else
 * needs a connection, because its terms may have changed.
 */
export function useSettle() {
  const t = useTranslations('shifts')
  const tell = useTellSettled()
  const judge = useJudgedShift()
  const confirmOwn = useOwnConfirmation()
  const { id: me } = useUser()
  const { mutateAsync, isPending } = useAction('hours.confirm', {
    onSuccess: ({ shift }) => tell(shift),
    onFailure: (failure: Failure) => {
      // A shift whose end has changed is shown again with a new question, so a conflict is not an error here.
      if (isStale(failure)) return
      void refreshEntities('shift')
      notify({ text: failure instanceof ApiFailure ? failure.message : t('notSent'), tone: 'bad' })
    },
  })
  const decide = (shift: Shift) =>
    judge(shift, t('settle'), ({ id, version }) => mutateAsync({ params: { id }, body: { version } })).then(
      (answer) => (answer === null ? refreshEntities('shift') : undefined),
      // The failure was already reported above.
      () => undefined,
    )
  return {
    isBusy: isPending,
    settle: (shift: Shift) => void (shift.user_id === me ? confirmOwn(shift, {}) : decide(shift)),
  }
}
