import { IconTruckDelivery } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Command } from '../../api/send/command.ts'
import { useUser } from '../../api/session/session.ts'

/** Supply commands of the palette. */
export function useSupplyCommands(): Command[] {
  const t = useTranslations('supplies')
  const { type } = useUser()
  const navigate = useNavigate()
  if (type === 'staff') return []
  const run = () => void navigate({ to: '/supply/create' })
  return [{ key: 'supply.create', title: t('create'), icon: IconTruckDelivery, run }]
}
