import { IconAward } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Command } from '../../api/send/command.ts'
import { useUser } from '../../api/session/session.ts'
import { useRewardDialogs } from './use-reward-dialogs.tsx'

/** Reward commands of the palette. */
export function useRewardCommands(): Command[] {
  const t = useTranslations('rewards')
  const { type } = useUser()
  const { give } = useRewardDialogs()
  if (type === 'staff') return []
  return [{ key: 'reward.give', title: t('give'), icon: IconAward, run: () => give() }]
}
