import { Outlet, useBlocker } from '@tanstack/react-router'
import { useSession } from '../../api/session/session.ts'
import { BlockerProvider, type UseBlocker } from '../../forms/form/unsaved-changes.tsx'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { Frame } from '../frame/frame.tsx'
import { whenUsed } from '../session/when-used.ts'

// The feature is not part of the shell, and the shell does not wait for it.
const RunningTaskChip = lazyPart(
  async () => (await import('../../features/tasks/running/running-task-chip.tsx')).RunningTaskChip,
)

const Overlays = lazyPart(async () => {
  await whenUsed
  // What draws menus is loaded beside what draws dialogs, so that neither is waited for when it is opened.
  const [{ Overlays: Drawn }] = await Promise.all([
    import('../../ui/popup/overlays.tsx'),
    import('../../ui/popup/floating.tsx'),
  ])
  return Drawn
})

const taskChip = (
  <LazyBoundary>
    <RunningTaskChip />
  </LazyBoundary>
)

export function RootPage() {
  const { user } = useSession()
  if (!user) {
    return (
      <main>
        <Outlet />
      </main>
    )
  }
  return (
    <>
      <BlockerProvider useBlocker={useRouterBlocker}>
        <Frame user={user} runningTask={taskChip}>
          <Outlet />
        </Frame>
      </BlockerProvider>
      <LazyBoundary>
        <Overlays />
      </LazyBoundary>
    </>
  )
}

// A change of only the search parameters keeps the form. The forms themselves handle closing the window.
const useRouterBlocker: UseBlocker = (isBlocking, ask) => {
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && isBlocking() && !(await ask()),
    enableBeforeUnload: false,
  })
}
