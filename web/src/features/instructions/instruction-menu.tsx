import type { ListedInstruction } from '@artel/contract/instructions/instructions'
import { MenuItem } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { MoreMenu } from '../../ui/popup/more-menu.tsx'
import { useInstructionActions } from './use-instruction-actions.ts'

const icon = { size: 16, stroke: 1.8 } as const

type InstructionMenuProps = {
  instruction: ListedInstruction
  /** The positions of the neighbours; absent if the order means nothing. */
  beside: { before: number | undefined; behind: number | undefined }
  onMove: (to: number) => void
}

/** The actions on an instruction in the catalogue. */
export function InstructionMenu({ instruction, beside, onMove }: InstructionMenuProps) {
  const t = useTranslations('instructions')
  const navigate = useNavigate()
  const { publish, remove } = useInstructionActions()
  const { id, title, is_published, can } = instruction
  const { before, behind } = beside
  return (
    <MoreMenu label={t('moreOf', { title })}>
      <MenuItem
        leftSection={<IconPencil {...icon} />}
        onClick={() =>
          void navigate({
            to: '/instructions/item/$id',
            params: { id: String(id) },
            search: { edit: true },
          })
        }
      >
        {t('edit')}
      </MenuItem>
      <MenuItem
        leftSection={is_published ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
        onClick={() => publish(instruction, !is_published)}
      >
        {t(is_published ? 'unpublish' : 'publish')}
      </MenuItem>
      {before !== undefined && (
        <MenuItem leftSection={<IconArrowUp {...icon} />} onClick={() => onMove(before)}>
          {t('earlier')}
        </MenuItem>
      )}
      {behind !== undefined && (
        <MenuItem leftSection={<IconArrowDown {...icon} />} onClick={() => onMove(behind)}>
          {t('later')}
        </MenuItem>
      )}
      {can.delete && (
        <MenuItem leftSection={<IconTrash {...icon} />} color="red" onClick={() => void remove(instruction)}>
          {t('remove')}
        </MenuItem>
      )}
    </MoreMenu>
  )
}
