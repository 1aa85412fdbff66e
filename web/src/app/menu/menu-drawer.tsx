import type { UserType } from '@artel/contract/access'
import { Drawer } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Logo } from '../../ui/marks/logo.tsx'
import { MenuLinks } from './menu-links.tsx'

type MenuDrawerProps = { type: UserType; isOpen: boolean; onClose: () => void }

/** The menu on a phone. */
export function MenuDrawer({ type, isOpen, onClose }: MenuDrawerProps) {
  const t = useTranslations('frame')
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={280}
      title={<Logo size={26} />}
      closeButtonProps={{ 'aria-label': t('closeMenu') }}
    >
      <MenuLinks type={type} onChoose={onClose} />
    </Drawer>
  )
}
