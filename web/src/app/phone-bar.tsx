import type { CurrentUser } from '@artel/contract/users'
import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBook2, IconChartLine, IconMenu2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../api/session.ts'
import { useOwnShift } from '../features/hours/use-own-shift.ts'
import { FromFirstOpen } from '../ui/from-first-open.tsx'
import { Bell } from './bell.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { ShiftCaption, ShiftMenuItem } from './own-shift.tsx'
import { PersonMenu } from './person-menu.tsx'
import classes from './phone-bar.module.css'
import { SearchButton } from './search-button.tsx'
import { ThemeItems } from './theme-switch.tsx'

const loadDrawer = () => import('./menu-drawer.tsx')
const MenuDrawer = lazy(async () => ({ default: (await loadDrawer()).MenuDrawer }))

/** The compact head of the frame: staff see their own face, who manages sees the way to the menu. */
export function PhoneBar({ user }: { user: CurrentUser }) {
  const { company } = useSession()
  const isStaff = user.type === 'staff'
  const shift = useOwnShift()
  const items = (
    <>
      <ShiftMenuItem />
      {isStaff && <StaffItems />}
      <Menu.Divider />
      <ThemeItems />
    </>
  )
  return (
    <header className={classes.bar}>
      {!isStaff && <MenuButton user={user} />}
      {!isStaff && (
        <span className={classes.company} title={company?.name}>
          {company?.name}
        </span>
      )}
      {isStaff && (
        <PersonMenu
          user={user}
          size={36}
          items={items}
          caption={
            <span className={classes.names}>
              <span className={classes.name}>{user.full_name}</span>
              <span className={classes.position}>
                <ShiftCaption shift={shift} otherwise={user.position ?? company?.name} />
              </span>
            </span>
          }
        />
      )}
      <span className={classes.space} />
      <SearchButton />
      <Bell isPhone />
      <LanguageSwitch />
      {!isStaff && <PersonMenu user={user} items={items} />}
    </header>
  )
}

/** Staff have no menu on a phone, and no room for it in the bar below. */
function StaffItems() {
  const t = useTranslations('frame')
  return (
    <>
      <Menu.Item
        renderRoot={(props) => <Link {...props} to="/analytics" />}
        leftSection={<IconChartLine size={16} stroke={1.8} />}
      >
        {t('analytics')}
      </Menu.Item>
      <Menu.Item
        renderRoot={(props) => <Link {...props} to="/instructions" />}
        leftSection={<IconBook2 size={16} stroke={1.8} />}
      >
        {t('instructions')}
      </Menu.Item>
    </>
  )
}

function MenuButton({ user }: { user: CurrentUser }) {
  const t = useTranslations('frame')
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <ActionIcon aria-label={t('openMenu')} onPointerEnter={() => void loadDrawer()} onClick={open}>
        <IconMenu2 size={24} stroke={1.6} />
      </ActionIcon>
      <FromFirstOpen isOpen={isOpen}>
        <MenuDrawer type={user.type} isOpen={isOpen} onClose={close} />
      </FromFirstOpen>
    </>
  )
}
