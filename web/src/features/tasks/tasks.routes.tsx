import { lazyRouteComponent } from '@tanstack/react-router'
import { prefetchCall } from '../../api/query.ts'
import type { Screen } from '../../api/screen.ts'
import { UserTasksTab } from './user-tasks-tab.tsx'

/** The task screens by route name. */
export const taskScreens = {
  'tasks.index': { component: lazyRouteComponent(() => import('./tasks-page.tsx'), 'TasksPage') },
  'task.index': {
    component: lazyRouteComponent(() => import('./task-page.tsx'), 'TaskPage'),
    prefetch: async ({ id }) => prefetchCall('tasks.get', { params: { id: Number(id) } }),
  },
  'user.tasks': {
    component: lazyRouteComponent(() => import('./user-tasks-page.tsx'), 'UserTasksPage'),
    tab: UserTasksTab,
  },
} satisfies Record<string, Screen>
