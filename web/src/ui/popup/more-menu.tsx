import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PopupMenu } from './popup-menu.tsx'

type MoreMenuProps = {
  /** The subject of the actions, for a page with several such menus. */
  label?: string
  look?: Pick<ActionIconProps, 'variant' | 'color' | 'size' | 'className'>
  isOpen?: boolean
  onChange?: (isOpen: boolean) => void
  /** The items. */
  children: ReactNode
}

/** The look of the menu beside the buttons of a page header. */
export const inPageHeader = { variant: 'default', size: 'input-sm' } as const

/** «…»: the less likely actions. It may stand in a row that opens an item itself. */
export function MoreMenu({ label, look, isOpen, onChange, children }: MoreMenuProps) {
  const t = useTranslations('ui')
  const name = label ?? t('moreActions')
  return (
    <PopupMenu
      position="bottom-end"
      {...(isOpen !== undefined && { isOpen })}
      {...(onChange && { onChange })}
      target={
        <ActionIcon {...look} aria-label={name} title={name} onClick={(event) => event.stopPropagation()}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      }
    >
      {children}
    </PopupMenu>
  )
}
