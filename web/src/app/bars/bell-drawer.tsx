import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

type BellDrawerProps = { isOpen: boolean; onClose: () => void; children: ReactNode }

/** The open bell on a phone, over the whole screen. */
export function BellDrawer({ isOpen, onClose, children }: BellDrawerProps) {
  const t = useTranslations('notifications')
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} position="bottom" size="100%">
      <Drawer.Content aria-label={t('title')}>{children}</Drawer.Content>
    </Drawer.Root>
  )
}
