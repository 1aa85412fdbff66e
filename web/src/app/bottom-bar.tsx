import type { CurrentUser } from '@artel/contract/users'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import classes from './bottom-bar.module.css'
import { phoneMenuFor } from './menu.ts'
import { addressNamed } from './route-table.ts'
import { useCurrentRoute } from './use-current-route.ts'

/** The thumb's menu on a phone. */
export function BottomBar({ user }: { user: CurrentUser }) {
  const t = useTranslations('frame')
  const current = useCurrentRoute()
  return (
    <nav className={classes.bar} aria-label={t('menu')}>
      {phoneMenuFor(user.type).map((entry) => (
        <Link
          key={entry.route}
          to={addressNamed(entry.route)}
          className={classes.link}
          {...(current === entry.route && { 'data-active': true })}
        >
          <entry.icon size={24} stroke={1.6} />
          {t(entry.label)}
        </Link>
      ))}
    </nav>
  )
}
