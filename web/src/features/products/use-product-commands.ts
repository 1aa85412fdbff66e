import { IconStack2 } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Command } from '../../api/send/command.ts'
import { useUser } from '../../api/session/session.ts'

/** Product commands of the palette. */
export function useProductCommands(): Command[] {
  const t = useTranslations('products')
  const { type } = useUser()
  const navigate = useNavigate()
  if (type === 'staff') return []
  const run = () => void navigate({ to: '/set/create' })
  return [{ key: 'product.create', title: t('create'), icon: IconStack2, run }]
}
