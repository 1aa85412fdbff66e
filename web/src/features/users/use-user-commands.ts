import { IconUserPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Command } from '../../api/send/command.ts'
import { useUser } from '../../api/session/session.ts'
import { useUserDialogs } from './form/use-user-dialogs.tsx'

/** People commands of the palette. */
export function useUserCommands(): Command[] {
  const t = useTranslations('users')
  const { type } = useUser()
  const { create } = useUserDialogs()
  if (type === 'staff') return []
  return [{ key: 'user.create', title: t('create'), icon: IconUserPlus, run: create }]
}
