import type { CurrentUser } from '@artel/contract/users'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import classes from './bottom-bar.module.css'
import { menuFor } from './menu.ts'
import { entryNamed } from './route-table.ts'
import { useCurrentRoute } from './use-current-route.ts'

/** The thumb's menu on a phone; a bar with one entry would lead nowhere. */
export function BottomBar({ user }: { user: CurrentUser }) {
  const t = useTranslations('frame')
  const current = useCurrentRoute()
  const entries = menuFor(user.type)
    .flatMap((group) => group.entries)
    .filter(({ isOnPhone }) => isOnPhone)
  if (entries.length < 2) return null
  return (
    <nav className={classes.bar} aria-label={t('menu')}>
      {entries.map((entry) => (
        <Link
          key={entry.route}
          to={entryNamed(entry.route).path}
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
