import type { Instruction } from '@artel/contract/instructions/instructions'
import { MenuItem } from '@mantine/core'
import { IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { inPageHeader, MoreMenu } from '../../../ui/popup/more-menu.tsx'
import { useInstructionActions } from '../use-instruction-actions.ts'

const icon = { size: 16, stroke: 1.8 } as const

/** The actions on an instruction other than editing. */
export function InstructionPageMenu({ instruction }: { instruction: Instruction }) {
  const t = useTranslations('instructions')
  const { publish, remove } = useInstructionActions()
  const { is_published, can } = instruction
  return (
    <MoreMenu look={inPageHeader}>
      <MenuItem
        leftSection={is_published ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
        onClick={() => publish(instruction, !is_published)}
      >
        {t(is_published ? 'unpublish' : 'publish')}
      </MenuItem>
      {can.delete && (
        <MenuItem leftSection={<IconTrash {...icon} />} onClick={() => void remove(instruction)}>
          {t('remove')}
        </MenuItem>
      )}
    </MoreMenu>
  )
}
