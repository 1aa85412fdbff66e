import type { CurrentUser } from '@artel/contract/users/users'
import { MenuDivider, MenuItem, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconListCheck, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../api/send/media.ts'
import { useSession } from '../../api/session/session.ts'
import { useSettingsUpdate } from '../../api/session/settings.ts'
import { useOwnShift } from '../../features/hours/own/use-own-shift.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { PopupMenu } from '../../ui/popup/popup-menu.tsx'
import classes from '../bars/top-bar.module.css'
import { entryNamed, homePath } from '../routes/route-table.ts'
import { useLogout } from '../session/use-logout.ts'

const typeLabels = { staff: 'typeStaff', admin: 'typeAdmin', owner: 'typeOwner' } as const

type PersonMenuProps = {
  user: CurrentUser
  /** Beside the photo. */
  caption?: ReactNode
  /** Above the item for signing out. */
  items?: ReactNode
  size?: number
}

export function PersonMenu({ user, caption, items, size = 28 }: PersonMenuProps) {
  const t = useTranslations('frame')
  const addressOf = useMediaAddress()
  const logout = useLogout()
  const isOnShift = Boolean(useOwnShift())
  return (
    <PopupMenu
      position="bottom-end"
      width={240}
      withinPortal={false}
      target={
        <UnstyledButton className={classes.person}>
          <Avatar
            id={user.id}
            name={user.full_name}
            src={addressOf(user.avatar)}
            size={size}
            isOnShift={isOnShift}
          />
          {caption ?? <VisuallyHidden>{user.full_name}</VisuallyHidden>}
        </UnstyledButton>
      }
    >
      <div className={classes.card}>
        <div className={classes.name}>{user.full_name}</div>
        <div className={classes.type}>{t(typeLabels[user.type])}</div>
      </div>
      <MenuItem
        renderRoot={(props) => <Link {...props} to={entryNamed('profile.index').path} />}
        leftSection={<IconUserCircle size={16} stroke={1.8} />}
      >
        {t('profile')}
      </MenuItem>
      <FirstStepsItem user={user} />
      {items}
      <MenuDivider />
      <MenuItem leftSection={<IconLogout size={16} stroke={1.8} />} onClick={logout}>
        {t('logout')}
      </MenuItem>
    </PopupMenu>
  )
}

/** Brings back the first steps of a new company that this person has hidden. */
function FirstStepsItem({ user }: { user: CurrentUser }) {
  const t = useTranslations('frame')
  const { has_first_steps } = useSession()
  const { mutate } = useSettingsUpdate()
  if (!has_first_steps || user.settings.first_steps !== 'away') return null
  return (
    <MenuItem
      renderRoot={(props) => <Link {...props} to={homePath} />}
      leftSection={<IconListCheck size={16} stroke={1.8} />}
      onClick={() => mutate({ body: { parent: 'user', settings: { first_steps: 'open' } } })}
    >
      {t('firstSteps')}
    </MenuItem>
  )
}
