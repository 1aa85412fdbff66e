import { IconBellRinging } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Command } from '../../api/send/command.ts'
import { useUser } from '../../api/session/session.ts'
import { usePushDialogs } from './use-push-dialogs.tsx'

/** Push commands of the palette. */
export function usePushCommands(): Command[] {
  const t = useTranslations('pushes')
  const { type } = useUser()
  const { write } = usePushDialogs()
  if (type === 'staff') return []
  return [{ key: 'push.write', title: t('writeTitle'), icon: IconBellRinging, run: () => write() }]
}
