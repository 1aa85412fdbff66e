import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiFailure, fieldErrorsOf } from '../../api/failure.ts'
import { useAction } from '../../api/query.ts'
import { DialogButtons } from '../../ui/dialog-parts.tsx'
import { notify } from '../../ui/notify.ts'
import { textReads } from './use-text-steps.ts'

/** Adds a text that the code does not know. */
export function TextAddForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('localizations')
  const [values, setValues] = useState({ key: '', ru: '', en: '' })
  const { mutate, isPending, error } = useAction('localizations.create', {
    refreshes: textReads,
    onSuccess: ({ localization: { key } }) => {
      notify({ text: t('added', { key }), tone: 'ok' })
      onDone()
    },
    onFailure: (failure) => {
      if (!(failure instanceof ApiFailure)) notify({ text: t('saveFailed'), tone: 'bad' })
    },
  })
  const errors = fieldErrorsOf(error)
  const field = (name: keyof typeof values) => ({
    label: t(name),
    value: values[name],
    error: errors[name]?.[0],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const { key, ru, en } = values
        mutate({ body: { key, ru: ru || null, en: en || null } })
      }}
    >
      <TextInput {...field('key')} description={t('addKeyHint')} maxLength={200} data-autofocus />
      <Textarea {...field('ru')} mt={12} autosize minRows={2} maxLength={2000} />
      <Textarea {...field('en')} mt={12} autosize minRows={2} maxLength={2000} />
      <DialogButtons>
        <Button variant="subtle" color="gray" onClick={onDone}>
          {t('addLeave')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('addSave')}
        </Button>
      </DialogButtons>
    </form>
  )
}
