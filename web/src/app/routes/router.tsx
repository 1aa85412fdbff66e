import type { UserType } from '@artel/contract/access'
import { type AnyRoute, createRootRoute, createRouter, redirect } from '@tanstack/react-router'
import { readSession, type Session } from '../../api/session/session.ts'
import { clearFormErrors } from '../../forms/form/form-errors.ts'
import { judgeVisit } from './guard.ts'
import { pageRoutes } from './page-routes.tsx'
import { rememberPlace } from './recent-places.ts'
import { loginPathFrom } from './return-path.ts'
import { RootPage } from './root-page.tsx'
import { entryAt, groupOf, homePath } from './route-table.ts'
import { screens } from './screens.ts'
import { ErrorPage, NotFoundPage } from './state-pages.tsx'
import type { AppRoutes } from './typed-routes.ts'

/** The router of one session. Signing in or out always loads a new page. */
export function createAppRouter({ user }: Session) {
  const router = createRouter({
    // The compiler cannot know routes that a loop creates below frames without an address.
    routeTree: makeRoutes(user?.type ?? null) as AnyRoute as AppRoutes,
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

export type AppRouter = ReturnType<typeof createAppRouter>

// Links to unknown addresses, or links without their parameters, do not compile because of this.
declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

function makeRoutes(type: UserType | null) {
  const root = createRootRoute({
    beforeLoad: ({ location: next, preload }) => (preload ? undefined : guard(next.pathname, next.href)),
    component: RootPage,
    notFoundComponent: NotFoundPage,
    errorComponent: ErrorPage,
  })
  return root.addChildren(pageRoutes(root, type))
}

function guard(pathname: string, href: string): Promise<never> | undefined {
  const verdict = judgeVisit(groupOf(pathname), readSession())
  if (verdict === 'home') throw redirect({ to: homePath, replace: true })
  if (verdict === 'stay') return
  location.replace(loginPathFrom(href))
  // The login page is another document, so nothing more happens in this one.
  return new Promise(() => undefined)
}
