import { mayKnock } from '@artel/contract/access'
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { readSession, type Session } from '../api/session.ts'
import { clearFormErrors } from '../forms/form-errors.ts'
import { judgeVisit } from './guard.ts'
import { rememberPlace } from './recent-places.ts'
import { loginPathFrom } from './return-path.ts'
import { RootPage } from './root-page.tsx'
import { entryAt, groupOf, homePath, type RouteTableEntry, routeTable } from './route-table.ts'
import { screens } from './screens.ts'
import { ErrorPage, ForbiddenPage, NotFoundPage } from './state-pages.tsx'

/** The router for one session: signing in or out always begins a new page. */
export function createAppRouter({ user }: Session) {
  const root = createRootRoute({
    beforeLoad: ({ location: next, preload }) => (preload ? undefined : guard(next.pathname, next.href)),
    component: RootPage,
    notFoundComponent: NotFoundPage,
    errorComponent: ErrorPage,
  })
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: homePath, replace: true })
    },
  })

  const routeOf = (entry: RouteTableEntry) => {
    const screen = screens[entry.name]
    const isOpen = mayKnock(entry.access, user?.type ?? null)
    return createRoute({
      getParentRoute: () => root,
      path: entry.path,
      component: isOpen ? (screen?.component ?? NotFoundPage) : ForbiddenPage,
      // Not waited for: the page shows its own skeleton while its data is on the way.
      loader: ({ params }) => {
        if (isOpen) void screen?.prefetch?.(params)
      },
    })
  }

  const router = createRouter({
    routeTree: root.addChildren([home, ...routeTable.map(routeOf)]),
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

function guard(pathname: string, href: string): Promise<never> | undefined {
  const verdict = judgeVisit(groupOf(pathname), readSession())
  if (verdict === 'home') throw redirect({ to: homePath, replace: true })
  if (verdict === 'stay') return
  location.replace(loginPathFrom(href))
  // The login page is another document: nothing more happens in this one.
  return new Promise(() => undefined)
}
