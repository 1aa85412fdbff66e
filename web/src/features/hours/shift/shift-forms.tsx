import type { BodyIn } from '@artel/contract/call'
import type { Shift } from '@artel/contract/hours/hours'
import type { Calls } from '@artel/contract/index'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { refreshEntities } from '../../../api/cache/refresh.ts'
import { useCompany } from '../../../api/session/session.ts'
import { DateTimeField } from '../../../forms/fields/date-time-field.tsx'
import { TextAreaField } from '../../../forms/fields/text-fields.tsx'
import { FieldRow, FormShell } from '../../../forms/form/form-shell.tsx'
import { type FormState, useFormState } from '../../../forms/form/use-form-state.ts'
import { valuesFrom } from '../../../forms/form/values-from.ts'
import { saveTogether } from '../../../forms/save/save-together.ts'
import { changedValues } from '../../../forms/save/stale-fields.ts'
import { fromCompanyClock } from '../../../forms/typed/company-time.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { useShiftWords } from '../use-shift-words.ts'
import { likelySpan } from './likely-span.ts'
import { SpanPreview } from './span-preview.tsx'
import type { Worker } from './use-shift-dialogs.tsx'

type Values = { started_at: string | null; ended_at: string | null; note: string }

/** Creates a shift without a punch. */
export function NewShiftForm({ worker, day, close }: { worker: Worker; day: string; close: () => void }) {
  const t = useTranslations('shifts')
  const words = useShiftWords()
  const format = useFormat()
  const company = useCompany()
  const create = useAction('hours.create')
  const form = useFormState<Values>({
    call: 'hours.create',
    draft: { item: `${worker.id}.${day}`, isNew: true },
    initial: { ...likelySpan(company, day, format.now()), note: '' },
    send: async ({ started_at, ended_at, note }) => {
      // Validation has refused null.
      const body = { user_id: worker.id, started_at: started_at ?? '', ended_at: ended_at ?? '', note }
      const { shift } = await create.mutateAsync({ body })
      close()
      notify({ text: t('created', { day: words.day(shift.day), span: words.span(shift) }), tone: 'ok' })
    },
  })
  return <ShiftFields form={form} day={day} submitLabel={t('createSubmit')} close={close} />
}

/** Corrects a shift. The punch is kept beside it. */
export function EditShiftForm({ shift, close }: { shift: Shift; close: () => void }) {
  const t = useTranslations('shifts')
  const words = useShiftWords()
  const update = useAction('hours.update', {
    onFailure: () => void refreshEntities('shift'),
  })
  const send = async (values: Values, base: Shift) => {
    const answer = await update.mutateAsync({ params: { id: base.id }, body: patchOf(values, base) })
    notify({
      text: t('saved', { day: words.day(answer.shift.day), span: words.span(answer.shift) }),
      tone: 'ok',
    })
  }
  const form = useFormState<Values>({
    call: 'hours.update',
    draft: { item: shift.id },
    initial: valuesOf(shift),
    send: async (values, fields) => {
      const question = (current: Shift) => t('staleTitle', { day: words.day(current.day) })
      const together = { base: shift, valuesOf, send, words: fields, question }
      const isSaved = await saveTogether(together, values)
      return isSaved && close()
    },
  })
  const runs = shift.ended_at === null
  return <ShiftFields form={form} day={shift.day} submitLabel={t('edit')} close={close} runs={runs} />
}

const empty: Values = { started_at: null, ended_at: null, note: '' }

const valuesOf = (shift: Shift) => valuesFrom(empty, shift, {})

function patchOf(values: Values, base: Shift): BodyIn<Calls['hours']['update']> {
  const { started_at, ended_at, note } = changedValues(values, valuesOf(base))
  return {
    version: base.version,
    ...(started_at && { started_at }),
    ...(ended_at && { ended_at }),
    ...(note && { note }),
  }
}

type ShiftFieldsProps = {
  form: FormState<Values>
  /** The day of the shift. */
  day: string
  submitLabel: string
  close: () => void
  /** The shift has no end yet. */
  runs?: boolean
}

function ShiftFields({ form, day, submitLabel, close, runs = false }: ShiftFieldsProps) {
  const t = useTranslations('shifts')
  const company = useCompany()
  const planned = likelySpan(company, day, Number.POSITIVE_INFINITY)
  const endOfDay = fromCompanyClock(`${day}T23:59`, company.timezone)
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={submitLabel}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <FieldRow>
        <DateTimeField
          {...form.at('started_at')}
          suggested={planned.started_at ?? endOfDay}
          label={t('startedAt')}
        />
        <DateTimeField
          {...form.at('ended_at')}
          suggested={planned.ended_at ?? endOfDay}
          label={t('endedAt')}
          {...(runs && { hint: t('endedAtRuns') })}
        />
      </FieldRow>
      <SpanPreview started_at={form.values.started_at} ended_at={form.values.ended_at} />
      <TextAreaField {...form.at('note')} label={t('note')} hint={t('noteHint')} />
    </FormShell>
  )
}
