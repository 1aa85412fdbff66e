import type { LegalEntity } from '@artel/contract/legal-entities/legal-entities'
import { ActionIcon, MenuItem } from '@mantine/core'
import { IconCopy, IconPencil, IconStar, IconTrash } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { MoreMenu } from '../../ui/popup/more-menu.tsx'
import classes from './legal-entity-parts.module.css'
import type { LegalEntityActions } from './use-legal-entity-actions.ts'

type LegalEntityButtonsProps = {
  entity: LegalEntity
  actions: LegalEntityActions
  onEdit: () => void
  /** Size of the buttons, px: 28 in a row, 44 for a thumb. */
  size: 28 | 44
}

const icon = { size: 16, stroke: 1.8 } as const

/** The actions on a legal entity: copying its requisites as a button, the rest in «…». */
export function LegalEntityButtons({ entity, actions, onEdit, size }: LegalEntityButtonsProps) {
  const t = useTranslations('legalEntities')
  const { name, can, is_default } = entity
  const common = { variant: 'subtle', color: 'gray', size } as const
  return (
    <span className={classes.buttons}>
      <ActionIcon
        {...common}
        aria-label={t('copyOf', { name })}
        title={t('copy')}
        onClick={() => void actions.copy(entity)}
      >
        <IconCopy {...icon} />
      </ActionIcon>
      {can.edit && (
        <MoreMenu label={t('more', { name })} look={common}>
          <MenuItem leftSection={<IconPencil {...icon} />} onClick={onEdit}>
            {t('edit')}
          </MenuItem>
          {!is_default && (
            <MenuItem leftSection={<IconStar {...icon} />} onClick={() => actions.makeDefault(entity)}>
              {t('makeDefault')}
            </MenuItem>
          )}
          {can.delete && (
            <MenuItem leftSection={<IconTrash {...icon} />} onClick={() => void actions.remove(entity)}>
              {t('remove')}
            </MenuItem>
          )}
        </MoreMenu>
      )}
    </span>
  )
}
