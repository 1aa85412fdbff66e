import type { CurrentUser } from '@artel/contract/users/users'
import { UnstyledButton } from '@mantine/core'
import { IconCash, IconMenu2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { type MenuEntry, phoneMenu, profileEntry } from '../menu/menu.ts'
import { MenuButton } from '../menu/menu-button.tsx'
import { addressNamed } from '../routes/route-table.ts'
import { useCurrentRoute } from '../routes/use-current-route.ts'
import classes from './bottom-bar.module.css'

const icon = { size: 24, stroke: 1.6 }

/** The bottom menu of staff on a phone: the pages they use most, and a link to all others. */
export function BottomBar({ user }: { user: CurrentUser }) {
  const t = useTranslations('frame')
  const current = useCurrentRoute()
  return (
    <nav className={classes.bar} aria-label={t('handMenu')}>
      {phoneMenu.map((entry) => (
        <Entry key={entry.route} entry={entry} />
      ))}
      <Link
        to="/user/$id/money"
        params={{ id: String(user.id) }}
        className={classes.link}
        {...(current === 'user.money' && { 'data-active': true })}
      >
        <IconCash {...icon} />
        {t('money')}
      </Link>
      <Entry entry={profileEntry} />
      <MenuButton
        type={user.type}
        render={(press) => (
          <UnstyledButton className={classes.link} {...press}>
            <IconMenu2 {...icon} />
            {t('more')}
          </UnstyledButton>
        )}
      />
    </nav>
  )
}

function Entry({ entry: { route, label, icon: Icon } }: { entry: MenuEntry }) {
  const t = useTranslations('frame')
  const current = useCurrentRoute()
  return (
    <Link
      to={addressNamed(route)}
      className={classes.link}
      {...(current === route && { 'data-active': true })}
    >
      <Icon {...icon} />
      {t(label)}
    </Link>
  )
}
