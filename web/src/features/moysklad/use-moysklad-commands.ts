import { IconArrowsExchange } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Command } from '../../api/send/command.ts'
import { useUser } from '../../api/session/session.ts'
import { settingsPath } from './items/item-address.ts'

/** MoySklad commands of the palette. */
export function useMoySkladCommands(): Command[] {
  const t = useTranslations('moySklad')
  const navigate = useNavigate()
  const { type } = useUser()
  if (type === 'staff') return []
  return [
    {
      key: 'moy_sklad.open',
      title: t('openCommand'),
      icon: IconArrowsExchange,
      run: () => void navigate({ to: settingsPath }),
    },
  ]
}
