import { mayKnock } from '@artel/contract/access'
import { Link, Outlet } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useSession, useUser } from '../../api/session/session.ts'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PageTabs } from '../../ui/page/page-tabs.tsx'
import { entryNamed, settingsPages } from '../routes/route-table.ts'
import { useCurrentRoute } from '../routes/use-current-route.ts'

type Page = (typeof settingsPages)[number]

const labels = {
  'settings.overall': 'overall',
  'settings.hours': 'hours',
  'settings.warehouses': 'warehouses',
  'settings.moy_sklad': 'moySklad',
  'settings.audit': 'audit',
} as const satisfies Record<Page, string>

/** Pages with a list, which scrolls inside the sheet. A form scrolls together with the sheet. */
const lists: ReadonlySet<Page> = new Set<Page>([
  'settings.warehouses',
  'settings.moy_sklad',
  'settings.audit',
])

/** The frame of the settings: the title, and the tabs that the person may open. */
export function SettingsFrame() {
  const t = useTranslations('frame')
  const { type } = useUser()
  const route = useCurrentRoute()
  const page = settingsPages.find((name) => name === route)
  // A page that the person may not open shows the refusal itself.
  if (!page || !mayKnock(entryNamed(page).access, type)) return <Outlet />
  return (
    <Sheet fill={lists.has(page)}>
      <PageHeader title={t('settings')} />
      <PageTabs label={t('settingsPages')} open={page}>
        {settingsPages
          .filter((name) => mayKnock(entryNamed(name).access, type))
          .map((name) => (
            <Tab key={name} name={name} isOpen={name === page} />
          ))}
      </PageTabs>
      <Outlet />
    </Sheet>
  )
}

function Tab({ name, isOpen }: { name: Page; isOpen: boolean }) {
  const t = useTranslations('frame')
  const { warehouses } = useSession()
  const active = warehouses.filter(({ is_active }) => is_active).length
  return (
    <Link to={entryNamed(name).path} {...(isOpen && { 'aria-current': 'page' as const })}>
      {t(labels[name])}
      {name === 'settings.warehouses' && <span> {active}</span>}
    </Link>
  )
}
