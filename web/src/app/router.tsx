import { mayKnock, type UserType } from '@artel/contract/access'
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { readSession, type Session } from '../api/session.ts'
import { clearFormErrors } from '../forms/form-errors.ts'
import { judgeVisit } from './guard.ts'
import { rememberPlace } from './recent-places.ts'
import { loginPathFrom } from './return-path.ts'
import { RootPage } from './root-page.tsx'
import {
  entryAt,
  entryNamed,
  groupOf,
  homePath,
  type RouteTableEntry,
  routeTable,
  settingsPages,
} from './route-table.ts'
import { screens } from './screens.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { ErrorPage, ForbiddenPage, NotFoundPage } from './state-pages.tsx'

/** The router for one session: signing in or out always begins a new page. */
export function createAppRouter({ user }: Session) {
  const router = createRouter({
    routeTree: makeRoutes(user?.type ?? null),
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
    scrollToTopSelectors: ['#main'],
  })
  router.subscribe('onBeforeNavigate', clearFormErrors)
  router.subscribe('onBeforeNavigate', ({ fromLocation: left, pathChanged }) => {
    const entry = left && pathChanged ? entryAt(left.pathname) : undefined
    if (left && entry && screens[entry.name]) rememberPlace(left.pathname, left.href)
  })
  return router
}

function makeRoutes(type: UserType | null) {
  const root = createRootRoute({
    beforeLoad: ({ location: next, preload }) => (preload ? undefined : guard(next.pathname, next.href)),
    component: RootPage,
    notFoundComponent: NotFoundPage,
    errorComponent: ErrorPage,
  })
  const redirectTo = (path: string, to: string) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: () => {
        throw redirect({ to, replace: true })
      },
    })
  const settings = createRoute({ getParentRoute: () => root, id: 'in-settings', component: SettingsFrame })
  const firstOfSettings = settingsPages.map(entryNamed).find(({ access }) => mayKnock(access, type))

  const routeOf = (entry: RouteTableEntry) => {
    if (entry.name === 'settings.index' && firstOfSettings)
      return redirectTo(entry.path, firstOfSettings.path)
    const screen = screens[entry.name]
    const isOpen = mayKnock(entry.access, type)
    return createRoute({
      // Of the two parents the types know one: no path depends on which it is.
      getParentRoute: () => (isOfSettings(entry) ? settings : root) as typeof root,
      path: entry.path,
      component: isOpen ? (screen?.component ?? NotFoundPage) : ForbiddenPage,
      // Not waited for: the page shows its own skeleton while its data is on the way.
      loader: ({ params }) => {
        if (isOpen) void screen?.prefetch?.(params)
      },
    })
  }
  return root.addChildren([
    redirectTo('/', homePath),
    settings.addChildren(routeTable.filter(isOfSettings).map(routeOf)),
    ...routeTable.filter((entry) => !isOfSettings(entry)).map(routeOf),
  ])
}

const isOfSettings = ({ name }: RouteTableEntry) => settingsPages.some((page) => page === name)

function guard(pathname: string, href: string): Promise<never> | undefined {
  const verdict = judgeVisit(groupOf(pathname), readSession())
  if (verdict === 'home') throw redirect({ to: homePath, replace: true })
  if (verdict === 'stay') return
  location.replace(loginPathFrom(href))
  // The login page is another document: nothing more happens in this one.
  return new Promise(() => undefined)
}
