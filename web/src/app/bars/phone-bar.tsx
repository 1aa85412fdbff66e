import type { CurrentUser } from '@artel/contract/users/users'
import { ActionIcon, MenuDivider } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useSession } from '../../api/session/session.ts'
import { useOwnShift } from '../../features/hours/own/use-own-shift.ts'
import { LanguageItem, LanguageSwitch } from '../menu/language-switch.tsx'
import { MenuButton } from '../menu/menu-button.tsx'
import { PersonMenu } from '../menu/person-menu.tsx'
import { ThemeItems } from '../menu/theme-switch.tsx'
import { useCurrentRoute } from '../routes/use-current-route.ts'
import { Bell } from './bell.tsx'
import { ShiftCaption, ShiftMenuItem } from './own-shift.tsx'
import { PackButton } from './pack-button.tsx'
import classes from './phone-bar.module.css'
import { SearchButton } from './search-button.tsx'

/** The compact header on a phone: staff see their own photo, admins and owners see the menu button. */
export function PhoneBar({ user }: { user: CurrentUser }) {
  const t = useTranslations('frame')
  const { company } = useSession()
  const isStaff = user.type === 'staff'
  const shift = useOwnShift()
  const isHome = useCurrentRoute() === 'tasks.index'
  const told = user.position ?? company?.name
  const items = (
    <>
      <ShiftMenuItem />
      <MenuDivider />
      <ThemeItems />
      {isStaff && <LanguageItem />}
    </>
  )
  return (
    <header className={classes.bar}>
      {!isStaff && (
        <MenuButton
          type={user.type}
          render={(press) => (
            <ActionIcon aria-label={t('openMenu')} {...press}>
              <IconMenu2 size={24} stroke={1.6} />
            </ActionIcon>
          )}
        />
      )}
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
                {/* The home page has its own line for the shift. */}
                {isHome ? told : <ShiftCaption shift={shift} otherwise={told} />}
              </span>
            </span>
          }
        />
      )}
      <span className={classes.space} />
      {isStaff && <PackButton />}
      <SearchButton />
      <Bell isPhone />
      {!isStaff && <LanguageSwitch />}
      {!isStaff && <PersonMenu user={user} items={items} />}
    </header>
  )
}
