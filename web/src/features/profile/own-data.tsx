import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { replaceUser, useUser } from '../../api/session/session.ts'
import { DayField } from '../../forms/fields/day-field.tsx'
import { TextField } from '../../forms/fields/text-fields.tsx'
import { FieldRow, FormShell } from '../../forms/form/form-shell.tsx'
import { useFormState } from '../../forms/form/use-form-state.ts'
import { notify } from '../../ui/notices/notify.ts'

/** The personal data that a person edits themself. */
export function OwnData() {
  const t = useTranslations('profile')
  const user = useUser()
  const update = useAction('profile.update', { onSuccess: (answer) => replaceUser(answer.user) })
  const { first_name, last_name, nick_name, phone, birth_date } = user
  const form = useFormState({
    call: 'profile.update',
    draft: { item: 'own' },
    initial: { first_name, last_name, nick_name: nick_name ?? '', phone: phone ?? '', birth_date },
    send: async (values) => {
      await update.mutateAsync({
        body: { ...values, nick_name: values.nick_name.trim() || null, phone: values.phone.trim() || null },
      })
      notify({ text: t('dataSaved'), tone: 'ok' })
    },
  })
  return (
    <FormShell form={form} layout="inline" submitLabel={t('saveData')}>
      <FieldRow>
        <TextField {...form.at('first_name')} label={t('firstName')} autoComplete="given-name" />
        <TextField {...form.at('last_name')} label={t('lastName')} autoComplete="family-name" />
      </FieldRow>
      <TextField
        {...form.at('nick_name')}
        label={t('nickName')}
        hint={t('nickNameHint')}
        autoComplete="nickname"
      />
      <TextField {...form.at('phone')} type="tel" label={t('phone')} autoComplete="tel" />
      <DayField {...form.at('birth_date')} label={t('birthDate')} />
    </FormShell>
  )
}
