import type { CurrentUser } from '@artel/contract/users/users'
import type { ReactNode } from 'react'
import { LanguageSwitch } from '../menu/language-switch.tsx'
import { PersonMenu } from '../menu/person-menu.tsx'
import { ThemeSwitch } from '../menu/theme-switch.tsx'
import { Bell } from './bell.tsx'
import { OwnBalance } from './own-balance.tsx'
import { ShiftButton } from './own-shift.tsx'
import { PackButton } from './pack-button.tsx'
import { SearchButton } from './search-button.tsx'
import classes from './top-bar.module.css'

export function TopBar({ user, runningTask }: { user: CurrentUser; runningTask: ReactNode }) {
  return (
    <header className={classes.bar}>
      <SearchButton />
      <span className={classes.space} />
      {runningTask}
      {user.type === 'staff' && <PackButton />}
      {user.type === 'staff' && <OwnBalance />}
      <ShiftButton />
      <Bell isPhone={false} />
      <ThemeSwitch />
      <LanguageSwitch />
      <PersonMenu user={user} />
    </header>
  )
}
