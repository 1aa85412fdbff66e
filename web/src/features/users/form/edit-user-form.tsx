import type { ManagedUser } from '@artel/contract/users/users'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { useUser } from '../../../api/session/session.ts'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { saveTogether } from '../../../forms/save/save-together.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { draftOf, toBody, type UserFormValues } from './user-draft.ts'
import { UserFields } from './user-fields.tsx'

/** The form of an existing person. Sends only changed fields, and resolves a conflict with another edit. */
export function EditUserForm({ user, close }: { user: ManagedUser; close: () => void }) {
  const t = useTranslations('users')
  const me = useUser()
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
    send: async (values, words) => {
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
