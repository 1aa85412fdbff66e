import { IconBuildingStore } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Command } from '../../api/send/command.ts'
import { useUser } from '../../api/session/session.ts'

/** Shop commands of the palette. */
export function useShopCommands(): Command[] {
  const t = useTranslations('shop')
  const { type } = useUser()
  const navigate = useNavigate()
  if (type === 'staff') return []
  const run = () => void navigate({ to: '/shop/item/create' })
  return [{ key: 'shop.create', title: t('create'), icon: IconBuildingStore, run }]
}
