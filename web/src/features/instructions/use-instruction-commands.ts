import { IconBook2 } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Command } from '../../api/send/command.ts'
import { useUser } from '../../api/session/session.ts'

/** Instruction commands of the palette. */
export function useInstructionCommands(): Command[] {
  const t = useTranslations('instructions')
  const { type } = useUser()
  const navigate = useNavigate()
  if (type === 'staff') return []
  const run = () => void navigate({ to: '/instructions/item/create' })
  return [{ key: 'instructions.create', title: t('create'), icon: IconBook2, run }]
}
