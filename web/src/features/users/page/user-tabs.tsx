import { Link, useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { ScreenTab } from '../../../api/session/screen.ts'
import { PageTabs } from '../../../ui/page/page-tabs.tsx'

/** The pages about a person as tabs. The address says which is open. */
export function UserTabs({ userId, tabs }: { userId: number; tabs: readonly ScreenTab[] }) {
  const t = useTranslations('users')
  const { pathname } = useLocation()
  return (
    <PageTabs label={t('tabs')} open={pathname}>
      {tabs.map(({ path, Label }) => (
        <Link
          key={path}
          to={path}
          params={{ id: String(userId) }}
          // A page's filters are in the address and do not make it another page.
          activeOptions={{ exact: true, includeSearch: false }}
          replace
          resetScroll={false}
        >
          <Label id={userId} />
        </Link>
      ))}
    </PageTabs>
  )
}
