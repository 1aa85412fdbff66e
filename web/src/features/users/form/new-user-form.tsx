import { userTypes } from '@artel/contract/access'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { ApiFailure } from '../../../api/send/failure.ts'
import { useUser } from '../../../api/session/session.ts'
import { SelectField } from '../../../forms/choices/choice-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { type FormState, useFormState } from '../../../forms/form/use-form-state.ts'
import { askPassword } from '../../../forms/save/ask-password.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { ArchivedHolder } from './archived-holder.tsx'
import { GivenPasswordField, showGivenPassword } from './given-password.tsx'
import { emptyUser, type NewUserValues, toBody } from './user-draft.ts'
import { UserFields } from './user-fields.tsx'

/** The form of a new person, in a dialog. */
export function NewUserForm({ close }: { close: () => void }) {
  const t = useTranslations('users')
  const [archivedId, setArchivedId] = useState<number | null>(null)
  const send = useTakingOn(close, setArchivedId)
  const form = useFormState<NewUserValues>({
    call: 'personnel.create',
    draft: { item: 'new', isNew: true },
    initial: { ...emptyUser, type: 'staff', access: 'invitation', password: '' },
    send,
  })
  const isInvitation = form.values.access === 'invitation'
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t(isInvitation ? 'inviteSubmit' : 'createSubmit')}
      cancel={{ label: t('discard'), onClick: close }}
    >
      <UserFields
        form={form}
        access={
          <>
            {archivedId !== null && form.errors.email && <ArchivedHolder id={archivedId} close={close} />}
            <AccessFields form={form} />
          </>
        }
      />
    </FormShell>
  )
}

function AccessFields({ form }: { form: FormState<NewUserValues> }) {
  const t = useTranslations('users')
  const { type } = useUser()
  const isInvitation = form.values.access === 'invitation'
  return (
    <>
      {type === 'owner' && (
        <SelectField
          {...form.at('type')}
          label={t('type')}
          options={userTypes.map((value) => ({ value, label: t(`type_${value}`) }))}
        />
      )}
      <SelectField
        {...form.at('access')}
        label={t('access')}
        hint={t(isInvitation ? 'accessInvitationHint' : 'accessPasswordHint')}
        options={[
          { value: 'invitation', label: t('accessInvitation') },
          { value: 'password', label: t('accessPassword') },
        ]}
      />
      {!isInvitation && <GivenPasswordField {...form.at('password')} />}
    </>
  )
}

function useTakingOn(close: () => void, onArchived: (id: number | null) => void) {
  const t = useTranslations('users')
  const navigate = useNavigate()
  const create = useAction('personnel.create')
  return async (values: NewUserValues): Promise<false | undefined> => {
    const { type, access, password, first_name, last_name, email } = values
    const named = { name: `${first_name} ${last_name}` }
    if (type === 'owner' && !(await askPassword(ownerQuestion(t, named)))) return false
    const body = { ...toBody(values), first_name, last_name, email, ...(type && { type }) }
    const secret = access === 'password' ? { password } : {}
    const { user } = await create.mutateAsync({ body: { ...body, ...secret } }).catch((failure: unknown) => {
      onArchived(failure instanceof ApiFailure ? (failure.archived_user_id ?? null) : null)
      throw failure
    })
    close()
    if (access === 'password') {
      showGivenPassword(t('passwordOf', named), password)
      return
    }
    const open = () => void navigate({ to: '/user/$id', params: { id: String(user.id) } })
    notify({ text: t('invited', { email }), tone: 'ok', action: { label: t('openIt'), onClick: open } })
  }
}

type Texts = ReturnType<typeof useTranslations<'users'>>

const ownerQuestion = (t: Texts, named: { name: string }) => ({
  title: t('ownerTitle', named),
  text: t('ownerText'),
  confirmLabel: t('ownerSubmit'),
  cancelLabel: t('keep'),
})
