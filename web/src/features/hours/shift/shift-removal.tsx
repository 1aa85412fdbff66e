import type { Shift } from '@artel/contract/hours/hours'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { refreshEntities } from '../../../api/cache/refresh.ts'
import { ApiFailure } from '../../../api/send/failure.ts'
import { DialogText, TakingButtons } from '../../../ui/dialog/dialog-parts.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { useShiftWords } from '../use-shift-words.ts'
import classes from './shift-forms.module.css'

/** Asks before a shift is deleted, and asks for the reason. */
export function ShiftRemoval({ shift, close }: { shift: Shift; close: () => void }) {
  const t = useTranslations('shifts')
  const fields = useTranslations('fields')
  const words = useShiftWords()
  const [note, setNote] = useState('')
  const [isMissed, setIsMissed] = useState(false)
  const { mutate, isPending } = useAction('hours.remove', {
    onSuccess: () => {
      close()
      notify({ text: t('removed', { day: words.day(shift.day), span: words.span(shift) }), tone: 'ok' })
    },
    onFailure: (failure) => {
      void refreshEntities('shift')
      notify({ text: failure instanceof ApiFailure ? failure.message : t('notSent'), tone: 'bad' })
    },
  })
  const isBlank = note.trim() === ''
  return (
    <>
      <DialogText>{t('removeText')}</DialogText>
      <Textarea
        className={classes.why ?? ''}
        label={t('removeWhy')}
        required
        withAsterisk={false}
        error={isMissed && isBlank ? fields('required') : null}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <TakingButtons
        keepLabel={t('keep')}
        onKeep={close}
        takeLabel={t('removeSubmit')}
        onTake={() => (isBlank ? setIsMissed(true) : mutate({ params: { id: shift.id }, body: { note } }))}
        isBusy={isPending}
      />
    </>
  )
}
