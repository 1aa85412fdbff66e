import type { Shift } from '@artel/contract/hours/hours'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { refreshEntities } from '../../../api/cache/refresh.ts'
import { useUser } from '../../../api/session/session.ts'
import { DateTimeField } from '../../../forms/fields/date-time-field.tsx'
import { TextAreaField } from '../../../forms/fields/text-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { DialogText } from '../../../ui/dialog/dialog-parts.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { useShiftWords } from '../use-shift-words.ts'
import { findEndFault } from './shift-end.ts'
import { SpanPreview } from './span-preview.tsx'
import { useJudgedShift } from './use-judged-shift.ts'
import { useOwnConfirmation, useTellSettled } from './use-settle.ts'

type Values = { ended_at: string | null; note: string }

/**
 * Asks for the right end of a shift that the product has ended:
 * the present end, the proposed one, or another.
 */
export function ShiftEndForm({ shift, close }: { shift: Shift; close: () => void }) {
  const t = useTranslations('shifts')
  const fields = useTranslations('fields')
  const words = useShiftWords()
  const format = useFormat()
  const me = useUser()
  const confirmOwn = useOwnConfirmation()
  const tell = useTellSettled()
  // Refetch after a refusal, because another person may have settled the shift meanwhile.
  const onFailure = () => void refreshEntities('shift')
  const confirm = useAction('hours.confirm', { onFailure })
  const judge = useJudgedShift()
  const settlesWith = (end: string | null) => shift.can.edit || end === shift.ended_at
  const form = useFormState<Values>({
    call: 'hours.confirm',
    draft: { item: shift.id },
    initial: { ended_at: shift.proposed_ended_at ?? shift.ended_at, note: '' },
    check: ({ ended_at }) => {
      const fault = ended_at === null ? 'required' : findEndFault(shift, ended_at, format.now())
      return fault === null ? {} : { ended_at: [fields(fault)] }
    },
    send: async ({ ended_at, note }) => {
      const body = { ...(ended_at !== null && { ended_at }), ...(note.trim() !== '' && { note }) }
      if (shift.user_id === me.id) {
        await confirmOwn(shift, body)
        return close()
      }
      const answer = await judge(shift, t(settlesWith(ended_at) ? 'settle' : 'propose'), ({ id, version }) =>
        confirm.mutateAsync({ params: { id }, body: { ...body, version } }),
      )
      close()
      if (answer) tell(answer.shift)
    },
  })
  const { ended_at } = form.values
  const settles = settlesWith(ended_at)
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t(settles ? 'settle' : 'propose')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <DialogText>{words.why(shift)}</DialogText>
      <DateTimeField {...form.at('ended_at')} label={t('leftAt')} />
      <SpanPreview started_at={shift.started_at} ended_at={ended_at} />
      <TextAreaField {...form.at('note')} label={t('note')} hint={t('noteHint')} optional />
    </FormShell>
  )
}
