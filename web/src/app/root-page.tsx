import { Outlet, useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '../api/session.ts'
import { BlockerProvider, type UseBlocker } from '../forms/unsaved-changes.tsx'
import { Frame } from './frame.tsx'

// The feature is not part of the shell, and the shell does not wait for it.
const RunningTaskChip = lazy(() =>
  import('../features/tasks/running/running-task-chip.tsx').then((module) => ({
    default: module.RunningTaskChip,
  })),
)

// The page does not wait for them, because no dialog and no notice appears before the page is shown.
const overlays = import('../ui/overlays.tsx')
const Overlays = lazy(async () => ({ default: (await overlays).Overlays }))

const taskChip = (
  <Suspense fallback={null}>
    <RunningTaskChip />
  </Suspense>
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
      <Suspense fallback={null}>
        <Overlays />
      </Suspense>
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
