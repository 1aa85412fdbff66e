import type { CurrentUser } from '@artel/contract/users'
import { ActionIcon, Drawer, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useSession } from '../api/session.ts'
import { Logo } from '../ui/logo.tsx'
import { Bell } from './bell.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { MenuLinks } from './menu-links.tsx'
import { PersonMenu } from './person-menu.tsx'
import classes from './phone-bar.module.css'
import { SearchButton } from './search-button.tsx'
import { ThemeItems } from './theme-switch.tsx'

/** The compact head of the frame: staff see their own face, who manages sees the way to the menu. */
export function PhoneBar({ user }: { user: CurrentUser }) {
  const { company } = useSession()
  const isStaff = user.type === 'staff'
  const themes = (
    <>
      <Menu.Divider />
      <ThemeItems />
    </>
  )
  return (
    <header className={classes.bar}>
      {!isStaff && <MenuDrawer user={user} />}
      {!isStaff && <span className={classes.company}>{company?.name}</span>}
      {isStaff && (
        <PersonMenu
          user={user}
          size={36}
          items={themes}
          caption={
            <span className={classes.names}>
              <span className={classes.name}>{user.full_name}</span>
              <span className={classes.position}>{user.position ?? company?.name}</span>
            </span>
          }
        />
      )}
      <span className={classes.space} />
      <SearchButton />
      <Bell isPhone />
      <LanguageSwitch />
      {!isStaff && <PersonMenu user={user} items={themes} />}
    </header>
  )
}

function MenuDrawer({ user }: { user: CurrentUser }) {
  const t = useTranslations('frame')
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <ActionIcon aria-label={t('openMenu')} onClick={open}>
        <IconMenu2 size={24} stroke={1.6} />
      </ActionIcon>
      <Drawer
        opened={isOpen}
        onClose={close}
        size={280}
        title={<Logo size={26} />}
        closeButtonProps={{ 'aria-label': t('closeMenu') }}
      >
        <MenuLinks type={user.type} onChoose={close} />
      </Drawer>
    </>
  )
}
