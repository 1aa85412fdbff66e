import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { ScreenTab } from '../../api/screen.ts'
import classes from './user-page.module.css'

/** The pages about a person that exist; the address says which is open. */
export function UserTabs({ userId, tabs }: { userId: number; tabs: readonly ScreenTab[] }) {
  const t = useTranslations('users')
  return (
    <nav className={classes.tabs} aria-label={t('tabs')}>
      {tabs.map(({ path, Label }) => (
        <Link
          key={path}
          to={path}
          params={{ id: String(userId) }}
          className={classes.tab}
          // Filters of a page are in the address; they do not make it another page.
          activeOptions={{ exact: true, includeSearch: false }}
          replace
          resetScroll={false}
        >
          <Label id={userId} />
        </Link>
      ))}
    </nav>
  )
}
