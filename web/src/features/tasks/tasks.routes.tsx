import { lazyRouteComponent } from '@tanstack/react-router'
import { prefetchCall } from '../../api/cache/query.ts'
import type { Screen } from '../../api/session/screen.ts'
import { sessionLoaded } from '../../api/session/session.ts'
import { UserTasksTab } from './list/user-tasks-tab.tsx'

/** Loads the home page of the signed-in person: own work for staff, all tasks for admins. */
async function loadHome() {
  const { user } = await sessionLoaded
  return user?.type === 'staff'
    ? { Home: (await import('./running/staff-home-page.tsx')).StaffHomePage }
    : { Home: (await import('./list/task-list-page.tsx')).TaskListPage }
}

/** The task screens by route name. */
export const taskScreens = {
  'tasks.index': { component: lazyRouteComponent(loadHome, 'Home') },
  'task.index': {
    component: lazyRouteComponent(() => import('./page/task-page.tsx'), 'TaskPage'),
    prefetch: async ({ id }) => prefetchCall('tasks.get', { params: { id: Number(id) } }),
  },
  'user.tasks': {
    component: lazyRouteComponent(() => import('./list/user-tasks-page.tsx'), 'UserTasksPage'),
    tab: UserTasksTab,
  },
} satisfies Record<string, Screen>
