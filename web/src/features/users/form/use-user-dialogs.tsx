import type { ManagedUser } from '@artel/contract/users/users'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'

// Lazy, because the forms bring the calendar.
const NewUserForm = lazyPart(async () => (await import('./new-user-form.tsx')).NewUserForm)
const EditUserForm = lazyPart(async () => (await import('./edit-user-form.tsx')).EditUserForm)
const TypeForm = lazyPart(async () => (await import('./user-forms.tsx')).TypeForm)
const PasswordForm = lazyPart(async () => (await import('./user-forms.tsx')).PasswordForm)

const waiting = <SkeletonRows rows={5} height={60} cells={[{ kind: 'text' }]} />

/** Opens the dialogs that create and edit people. */
export function useUserDialogs() {
  const t = useTranslations('users')
  const open = (title: string, form: (close: () => void) => ReactNode, size = 528) =>
    openDialog(title, form, { isForm: true, size, waiting })
  const small = 420
  const named = ({ full_name }: ManagedUser) => ({ name: full_name })
  return {
    create: () => open(t('newTitle'), (close) => <NewUserForm close={close} />),
    edit: (user: ManagedUser) =>
      open(t('editTitle', named(user)), (close) => <EditUserForm user={user} close={close} />),
    changeType: (user: ManagedUser) =>
      open(t('typeOf', named(user)), (close) => <TypeForm user={user} close={close} />, small),
    changePassword: (user: ManagedUser) =>
      open(t('passwordNew', named(user)), (close) => <PasswordForm user={user} close={close} />, small),
  }
}
