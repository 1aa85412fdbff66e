import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Command } from '../../api/send/command.ts'
import { useOwnShift } from './own/use-own-shift.ts'
import { useShiftPresses } from './own/use-shift-presses.ts'

/** Clock-in and clock-out commands of the palette. */
export function useShiftCommands(): Command[] {
  const t = useTranslations('shifts')
  const shift = useOwnShift()
  const presses = useShiftPresses()
  if (shift === undefined) return []
  return [
    shift
      ? { key: 'shift.stop', title: t('stopLong'), icon: IconPlayerStop, run: () => void presses.stop() }
      : { key: 'shift.start', title: t('start'), icon: IconPlayerPlay, run: presses.start },
  ]
}
