import './ui/theme/fonts.ts'
import './ui/theme/base.css'
import './ui/theme/tokens.css'
import './ui/theme/mantine.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { followLiveEvents } from './api/cache/live.ts'
import { queryClient } from './api/cache/query-client.ts'
import { loadOrRecallSession } from './api/cache/recall.ts'
import { readGeneration } from './api/kept/holds.ts'
import type { Session } from './api/session/session.ts'
import { keepInstallOffer } from './app/install/install.ts'
import { reloadWhenOutdated } from './app/offline/reload-when-outdated.ts'
import { keepApp } from './app/offline/service-worker.ts'
import { takePressed } from './app/offline/take-pressed.ts'
import { prepareForLostConnection } from './app/offline/without-connection.ts'
import { Providers } from './app/providers.tsx'
import { entryAt, loginPath } from './app/routes/route-table.ts'
import { createAppRouter } from './app/routes/router.tsx'
import { screens } from './app/routes/screens.ts'
import { leavePerson } from './app/session/leave.ts'
import { leaveWhenSignedOut } from './app/session/leave-when-signed-out.ts'
import { startPage } from './app/start.tsx'
import { noteCutForm } from './forms/drafts/cut-form.ts'
import { loadPatiently } from './ui/states/lazy-part.ts'

leaveWhenSignedOut(location, (address) => {
  noteCutForm()
  leavePerson(address)
})
reloadWhenOutdated()
keepApp()
keepInstallOffer()
const generation = readGeneration()

// The page's own code comes while the session is asked for.
const entry = entryAt(location.pathname)
if (entry) void screens[entry.name]?.component.preload?.()

startPage(
  async (session) => (
    <Providers>
      <QueryClientProvider client={queryClient}>{await openPage(session)}</QueryClientProvider>
    </Providers>
  ),
  loadOrRecallSession,
)

async function openPage(session: Session): Promise<ReactNode> {
  if (session.user?.force_change_password) {
    const { PasswordChangePage } = await import('./features/auth/password-change-page.tsx')
    return (
      <PasswordChangePage onChanged={() => location.reload()} onSignedOut={() => leavePerson(loginPath)} />
    )
  }
  if (session.user?.must_set_up_totp) {
    const { TotpRequiredPage } = await import('./features/profile/totp-required-page.tsx')
    return <TotpRequiredPage onDone={() => location.reload()} onSignedOut={() => leavePerson(loginPath)} />
  }
  const pressed = session.user ? takePressed() : null
  const router = createAppRouter(session)
  if (session.user) {
    const { id } = session.user
    prepareForLostConnection(session.user, generation)
    followLiveEvents()
    void loadPatiently(() => import('./app/session/follow-pushes.ts')).then(({ followPushes }) =>
      followPushes(router, id, pressed),
    )
  }
  // The router's own component begins to listen when it is on screen. Without this, a press of "back" while the first
  // page loads would change the address and not the page.
  router.history.subscribe(router.load)
  // The spinner stays until the first page has come, or for good where the guard leads out of the app.
  await router.load()
  return <RouterProvider router={router} />
}
