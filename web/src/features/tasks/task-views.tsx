import { taskStatuses } from '@artel/contract/tasks.line'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../api/calls.ts'
import { useCall } from '../../api/query.ts'
import { useFormat } from '../../ui/format-context.tsx'
import classes from './task-views.module.css'

export type TaskFilters = NonNullable<InputOf<'tasks.list'>['body']>

const current = taskStatuses.filter((status) => status !== 'done' && status !== 'cancelled')

export const taskViews = [
  { key: 'viewCurrent', filters: { status: current }, isTrouble: false },
  { key: 'viewReview', filters: { status: ['review'] }, isTrouble: false },
  { key: 'viewOverdue', filters: { overdue: true }, isTrouble: true },
  { key: 'viewUnassigned', filters: { user_id: null, status: ['open'] }, isTrouble: false },
  { key: 'viewAll', filters: {}, isTrouble: false },
] as const satisfies readonly { key: string; filters: TaskFilters; isTrouble: boolean }[]

export type TaskView = (typeof taskViews)[number]

/** The view that the filters begin with: the narrowest whose own filters all stand among them. */
export function viewOf(filters: TaskFilters): TaskView {
  const stands = (view: TaskView) =>
    Object.entries(view.filters).every(([name, value]) => {
      return JSON.stringify(filters[name as keyof TaskFilters]) === JSON.stringify(value) // a key of the view's own
    })
  const size = (view: TaskView) => Object.keys(view.filters).length
  // The view of all stands always, so there is one to begin with.
  return taskViews.filter(stands).reduce((best, view) => (size(view) > size(best) ? view : best))
}

/** The usual questions about tasks, each with how many there are now. */
export function TaskViews({
  filters,
  onChoose,
}: {
  filters: TaskFilters
  onChoose: (view: TaskView) => void
}) {
  const t = useTranslations('tasks')
  const chosen = viewOf(filters)
  return (
    <nav className={classes.views} aria-label={t('views')}>
      {taskViews.map((view) => (
        <button
          key={view.key}
          type="button"
          className={clsx(classes.view, view === chosen && classes.chosen)}
          aria-current={view === chosen ? 'true' : undefined}
          onClick={() => onChoose(view)}
        >
          {t(view.key)} <Count view={view} />
        </button>
      ))}
    </nav>
  )
}

function Count({ view }: { view: TaskView }) {
  const format = useFormat()
  // One row is the least that a list answers; the total is what is wanted.
  const { data } = useCall('tasks.list', { query: { limit: 1 }, body: view.filters })
  if (!data) return null
  const { total, exact } = data.pagination
  return (
    <span className={clsx(classes.count, view.isTrouble && total > 0 && classes.trouble)}>
      {exact ? format.number(total) : `≈ ${format.number(total)}`}
    </span>
  )
}
