import type { ManagedUser } from '@artel/contract/users/users'
import { Button, MenuItem } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconKey,
  IconMail,
  IconPencil,
  IconShield,
  IconShieldOff,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../api/session/session.ts'
import { inPageHeader, MoreMenu } from '../../ui/popup/more-menu.tsx'
import { useUserDialogs } from './form/use-user-dialogs.tsx'
import { type UserSteps, useUserSteps } from './use-user-steps.ts'

const icon = { size: 16, stroke: 1.8 } as const

/** The actions that are allowed on a person now: the likely ones as buttons, the rest in the menu. */
export function UserActions({ user }: { user: ManagedUser }) {
  const t = useTranslations('users')
  const { edit } = useUserDialogs()
  const steps = useUserSteps()
  const { can } = user
  return (
    <>
      {can.edit && (
        <Button variant="default" leftSection={<IconPencil {...icon} />} onClick={() => edit(user)}>
          {t('edit')}
        </Button>
      )}
      {can.invite && (
        <Button
          variant="default"
          leftSection={<IconMail {...icon} />}
          disabled={steps.isBusy}
          onClick={() => void steps.invite(user)}
        >
          {t('inviteAgain')}
        </Button>
      )}
      {can.restore && (
        <Button
          leftSection={<IconArchiveOff {...icon} />}
          disabled={steps.isBusy}
          onClick={() => steps.restore(user)}
        >
          {t('restore')}
        </Button>
      )}
      <MoreActions user={user} steps={steps} />
    </>
  )
}

function MoreActions({ user, steps }: { user: ManagedUser; steps: UserSteps }) {
  const t = useTranslations('users')
  const me = useUser()
  const { changeType, changePassword } = useUserDialogs()
  const { can } = user
  // A person changes their own password in the profile.
  const mayGivePassword = can.edit && user.id !== me.id
  const mayAnything = can.change_type || can.archive || can.delete || can.reset_totp || mayGivePassword
  if (!mayAnything) return null
  return (
    <MoreMenu look={inPageHeader}>
      {mayGivePassword && (
        <MenuItem leftSection={<IconKey {...icon} />} onClick={() => changePassword(user)}>
          {t('passwordChange')}
        </MenuItem>
      )}
      {can.change_type && (
        <MenuItem leftSection={<IconShield {...icon} />} onClick={() => changeType(user)}>
          {t('typeChange')}
        </MenuItem>
      )}
      {can.reset_totp && (
        <MenuItem leftSection={<IconShieldOff {...icon} />} onClick={() => void steps.resetTotp(user)}>
          {t('totpResetItem')}
        </MenuItem>
      )}
      {can.archive && (
        <MenuItem leftSection={<IconArchive {...icon} />} onClick={() => steps.archive(user)}>
          {t('archiveItem')}
        </MenuItem>
      )}
      {can.delete && (
        <MenuItem leftSection={<IconTrash {...icon} />} onClick={() => void steps.remove(user)}>
          {t('removeItem')}
        </MenuItem>
      )}
    </MoreMenu>
  )
}
