import { lazyRouteComponent } from '@tanstack/react-router'
import { prefetchCall } from '../../api/query.ts'
import type { Screen } from '../../api/screen.ts'
import { UserTasksTab } from './list/user-tasks-tab.tsx'

/** The task screens by route name. */
export const taskScreens = {
  'tasks.index': { component: lazyRouteComponent(() => import('./list/tasks-page.tsx'), 'TasksPage') },
  'task.index': {
    component: lazyRouteComponent(() => import('./page/task-page.tsx'), 'TaskPage'),
    prefetch: async ({ id }) => prefetchCall('tasks.get', { params: { id: Number(id) } }),
  },
  'user.tasks': {
    component: lazyRouteComponent(() => import('./list/user-tasks-page.tsx'), 'UserTasksPage'),
    tab: UserTasksTab,
  },
} satisfies Record<string, Screen>
