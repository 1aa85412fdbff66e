import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { currentTasks } from './use-task-views.ts'

/** The tab of a person's tasks, with the number of unsettled ones. */
export function UserTasksTab({ id }: { id: number }) {
  const t = useTranslations('tasks')
  const format = useFormat()
  // A list returns at least one row, and only the total is needed.
  const { data } = useCall('tasks.list', { query: { limit: 1 }, body: { ...currentTasks, user_id: id } })
  const total = data?.pagination.total ?? 0
  return (
    <>
      {t('title')}
      {total > 0 && <span> {format.number(total)}</span>}
    </>
  )
}
