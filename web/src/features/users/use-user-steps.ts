import type { ManagedUser } from '@artel/contract/users/users'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { refreshEntities } from '../../api/cache/refresh.ts'
import { askPassword } from '../../forms/save/ask-password.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { askArchive } from './form/archive-dialog.tsx'
import { useUserFailure } from './form/use-user-failure.ts'

/**
 * The steps on a person other than editing: asks where a step costs something, and notifies when it is done.
 */
export function useUserSteps() {
  const t = useTranslations('users')
  const navigate = useNavigate()
  const onFailure = useUserFailure()
  const invite = useAction('personnel.invite', { onFailure })
  const status = useAction('personnel.setStatus', {
    onFailure,
  })
  const remove = useAction('personnel.remove', { onFailure })
  const resetTotp = useAction('personnel.resetTotp', { onFailure })
  const on = ({ id }: ManagedUser) => ({ params: { id } })
  const say = (text: string) => notify({ text, tone: 'ok' })
  const restore = (user: ManagedUser) =>
    status.mutate(
      { ...on(user), body: { status: 'active' } },
      { onSuccess: () => say(t('restored', { name: user.full_name })) },
    )
  const archive = (user: ManagedUser, release_tasks: boolean) =>
    status.mutate(
      { ...on(user), body: { status: 'archived', release_tasks } },
      {
        onSuccess: () =>
          notify({
            text: t('archived', { name: user.full_name }),
            tone: 'ok',
            action: { label: t('undo'), onClick: () => restore(user) },
          }),
      },
    )
  return {
    isBusy: [invite, status, remove, resetTotp].some(({ isPending }) => isPending),
    invite: async (user: ManagedUser) => {
      const onSuccess = () => say(t('invited', { email: user.email }))
      // The link gives admin access, so an owner has to vouch for the mailbox.
      const isAsked = user.type !== 'staff' && !user.has_trusted_email
      const question = {
        title: t('inviteTitle', { name: user.full_name }),
        text: t('inviteText', { email: user.email }),
        confirmLabel: t('inviteAgain'),
        cancelLabel: t('keep'),
      }
      if (!isAsked || (await askPassword(question))) invite.mutate(on(user), { onSuccess })
    },
    restore,
    archive: (user: ManagedUser) =>
      askArchive(
        {
          title: t('archiveTitle', { name: user.full_name }),
          submit: t('archive'),
          archive: (release) => archive(user, release),
        },
        user.id,
      ),
    resetTotp: async (user: ManagedUser) => {
      const isSure = await askPassword({
        title: t('totpResetTitle', { name: user.full_name }),
        text: t('totpResetText'),
        confirmLabel: t('totpReset'),
        cancelLabel: t('keep'),
        tone: 'destructive',
      })
      const onSuccess = () => say(t('totpResetDone', { name: user.full_name }))
      if (isSure) resetTotp.mutate(on(user), { onSuccess })
    },
    remove: async (user: ManagedUser) => {
      const isSure = await askPassword({
        title: t('removeTitle', { name: user.full_name }),
        text: t('removeText'),
        confirmLabel: t('remove'),
        cancelLabel: t('keep'),
        tone: 'destructive',
      })
      if (!isSure) return
      remove.mutate(on(user), {
        // Navigate first, because the page of a deleted person has nothing to refetch.
        onSuccess: async () => {
          say(t('removed', { name: user.full_name }))
          await navigate({ to: '/users' })
          await refreshEntities('user')
        },
      })
    },
  }
}

export type UserSteps = ReturnType<typeof useUserSteps>
