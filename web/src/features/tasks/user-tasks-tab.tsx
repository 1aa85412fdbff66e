import { useTranslations } from 'use-intl'
import { useCall } from '../../api/query.ts'
import { useFormat } from '../../ui/format-context.tsx'
import { currentTasks } from './use-task-views.ts'

/** The name of the page with a person's tasks, and how many are before them. */
export function UserTasksTab({ id }: { id: number }) {
  const t = useTranslations('tasks')
  const format = useFormat()
  // One row is the least that a list answers; the total is what is wanted.
  const { data } = useCall('tasks.list', { query: { limit: 1 }, body: { ...currentTasks, user_id: id } })
  const total = data?.pagination.total ?? 0
  return (
    <>
      {t('title')}
      {total > 0 && <span> {format.number(total)}</span>}
    </>
  )
}
