import { taskStatuses } from '@artel/contract/tasks/tasks.line'
import { useTranslations } from 'use-intl'
import type { ListState } from '../../../api/list/list-state.ts'
import type { BuiltInView } from '../../views/views.tsx'

export type TaskFilters = ListState<'tasks.list'>['filters']

/** The filters of the default view: tasks that are not settled. */
export const currentTasks = {
  status: taskStatuses.filter((status) => status !== 'done' && status !== 'cancelled'),
} satisfies TaskFilters

/** The built-in views. */
const usual = [
  { key: 'viewCurrent', filters: currentTasks, isTrouble: false },
  { key: 'viewReview', filters: { status: ['review'] }, isTrouble: false },
  { key: 'viewOverdue', filters: { overdue: true }, isTrouble: true },
  { key: 'viewUnassigned', filters: { user_id: null, status: ['open'] }, isTrouble: false },
  { key: 'viewAll', filters: {}, isTrouble: false },
] as const satisfies readonly { key: string; filters: TaskFilters; isTrouble: boolean }[]

/** The built-in views of the task list. */
export function useTaskViews(): BuiltInView[] {
  const t = useTranslations('tasks')
  return usual.map((view) => ({ ...view, name: t(view.key) }))
}
