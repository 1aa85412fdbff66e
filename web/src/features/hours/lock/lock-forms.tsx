import type { FieldErrors } from '@artel/contract/errors/errors'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../../api/cache/query.ts'
import { DayField } from '../../../forms/fields/day-field.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { monthOf } from '../../../ui/dates/periods.ts'
import { DialogText } from '../../../ui/dialog/dialog-parts.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import classes from '../shift/shift-forms.module.css'
import { likelyLock } from './likely-lock.ts'

/** Locks the days up to a date, and shows how many shifts before it are still unsettled. */
export function LockForm({ lockedUntil, close }: { lockedUntil: string | null; close: () => void }) {
  const t = useTranslations('teamHours')
  const format = useFormat()
  const lock = useAction('hours.lock')
  const form = useFormState<{ date_to: string | null }>({
    call: 'hours.lock',
    draft: null,
    initial: { date_to: likelyLock(format.today(), lockedUntil) },
    check: ({ date_to }): FieldErrors =>
      date_to !== null && lockedUntil !== null && date_to <= lockedUntil
        ? { date_to: [t('lockAlready')] }
        : {},
    send: async ({ date_to }) => {
      // Validation has refused null.
      const { locked_until } = await lock.mutateAsync({ body: { date_to: date_to ?? '' } })
      close()
      if (locked_until !== null)
        notify({ text: t('lockDone', { day: format.date(locked_until) }), tone: 'ok' })
    },
  })
  const { date_to } = form.values
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('lockSubmit')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <DialogText>{t('lockText')}</DialogText>
      <DayField {...form.at('date_to')} label={t('lockTo')} />
      {date_to !== null && <Unsettled upTo={date_to} />}
    </FormShell>
  )
}

/** Counts the shifts that the lock would freeze unsettled. */
function Unsettled({ upTo }: { upTo: string }) {
  const t = useTranslations('teamHours')
  const query = { limit: 1 }
  const open = useCall('hours.list', { query, body: { date_to: upTo, is_open: true } })
  const doubt = useCall('hours.list', { query, body: { date_to: upTo, confirmed: false } })
  if (!open.data || !doubt.data) return null
  const [runs, doubtful] = [open.data.pagination.total, doubt.data.pagination.total]
  const isReady = runs + doubtful === 0
  return (
    <p className={classes.unsettled} role="status" data-ready={isReady || undefined}>
      {isReady
        ? t('lockReady')
        : [runs > 0 && t('lockOpen', { count: runs }), doubtful > 0 && t('lockDoubt', { count: doubtful })]
            .filter(Boolean)
            .join(' ')}
    </p>
  )
}

/** Unlocks the days from a date on. */
export function UnlockForm({ lockedUntil, close }: { lockedUntil: string; close: () => void }) {
  const t = useTranslations('teamHours')
  const format = useFormat()
  const unlock = useAction('hours.unlock')
  const form = useFormState<{ date_from: string | null }>({
    call: 'hours.unlock',
    draft: null,
    initial: { date_from: monthOf(lockedUntil).from },
    check: ({ date_from }): FieldErrors =>
      date_from !== null && date_from > lockedUntil ? { date_from: [t('unlockAlready')] } : {},
    send: async ({ date_from }) => {
      // Validation has refused null.
      const { locked_until } = await unlock.mutateAsync({ body: { date_from: date_from ?? '' } })
      close()
      const text =
        locked_until === null ? t('unlockDoneAll') : t('unlockDone', { day: format.date(locked_until) })
      notify({ text, tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('unlockSubmit')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <DialogText>{t('unlockText')}</DialogText>
      <DayField {...form.at('date_from')} label={t('unlockFrom')} />
    </FormShell>
  )
}
