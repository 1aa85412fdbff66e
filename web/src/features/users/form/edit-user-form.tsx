import type { ManagedUser } from '@artel/contract/users/users'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { useSession, useUser } from '../../../api/session/session.ts'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { saveTogether } from '../../../forms/save/save-together.ts'
import type { FieldWords } from '../../../forms/save/stale-fields.ts'
import { languageNames } from '../../../i18n/language-names.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { draftOf, toBody, type UserFormValues } from './user-draft.ts'
import { UserFields } from './user-fields.tsx'

/** The form of an existing person. Sends only changed fields, and resolves a conflict with another edit. */
export function EditUserForm({ user, close }: { user: ManagedUser; close: () => void }) {
  const t = useTranslations('users')
  const me = useUser()
  const words = useFieldWords()
  const update = useAction('personnel.update')
  const send = (values: UserFormValues, base: ManagedUser) =>
    update.mutateAsync({
      params: { id: user.id },
      body: { ...toBody(values, draftOf(base)), version: base.version },
    })
  const question = ({ full_name }: ManagedUser) => t('staleTitle', { name: full_name })
  const form = useFormState<UserFormValues>({
    call: 'personnel.update',
    draft: { item: user.id },
    initial: draftOf(user),
    send: async (values) => {
      const together = { base: user, valuesOf: draftOf, send, words, question }
      const isSaved = await saveTogether(together, values)
      if (!isSaved) return false
      notify({ text: t('saved', { name: `${values.first_name} ${values.last_name}` }), tone: 'ok' })
      return close()
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('saveSubmit')}
      cancel={{ label: t('discard'), onClick: close }}
    >
      <UserFields form={form} isSelf={user.id === me.id} />
    </FormShell>
  )
}

const blank = '—'

function useFieldWords(): FieldWords<UserFormValues> {
  const t = useTranslations('users')
  const format = useFormat()
  const { warehouses } = useSession()
  const day = (value: string | null) => (value === null ? blank : format.date(value, { year: true }))
  const text = (value: string) => value || blank
  return {
    first_name: { label: t('firstName') },
    last_name: { label: t('lastName') },
    nick_name: { label: t('nickName'), show: text },
    email: { label: t('email') },
    position: { label: t('position'), show: text },
    phone: { label: t('phone'), show: text },
    hired_on: { label: t('hiredOn'), show: day },
    birth_date: { label: t('birthDate'), show: day },
    language: {
      label: t('language'),
      show: (value) => (value === null ? blank : languageNames[value]),
    },
    warehouse_id: {
      label: t('warehouse'),
      show: (value) => warehouses.find(({ id }) => id === value)?.name ?? t('noWarehouse'),
    },
  }
}
