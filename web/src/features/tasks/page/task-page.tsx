import type { TaskDetail } from '@artel/contract/tasks/tasks'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { refreshPaceMs } from '../../../api/cache/refresh-pace.ts'
import { useAddressed } from '../../../api/list/addressed.ts'
import { useUser } from '../../../api/session/session.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { WaitingSheet } from '../../../ui/dialog/waiting-sheet.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Status } from '../../../ui/marks/status-glyph.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { InstructionLinks } from '../../instructions/instructions.tsx'
import { ProductInHand } from '../../products/products.tsx'
import { RunningTaskCard } from '../running/running-task-card.tsx'
import { TaskActions } from '../task-actions.tsx'
import { TaskProgress } from '../task-progress.tsx'
import { useTaskSteps } from '../use-task-steps.tsx'
import { TaskComments } from './task-comments.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskHistory } from './task-history.tsx'
import { TaskMedia } from './task-media.tsx'
import classes from './task-page.module.css'
import { TaskTimes } from './task-times.tsx'

/** One task: work and clock on the left, facts on the right. */
export function TaskPage() {
  const t = useTranslations('tasks')
  const { data, standing } = useAddressed('tasks.get', t('loadOneFailed'), { refetchInterval: refreshPaceMs })
  if (data) return <TaskSheet key={data.task.id} task={data.task} />
  const toTasks = (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/tasks" />}>
      {t('toTasks')}
    </Button>
  )
  return (
    <WaitingSheet {...standing} toAll={toTasks}>
      <SkeletonRows rows={4} height={72} cells={[{ kind: 'text' }]} />
    </WaitingSheet>
  )
}

function TaskSheet({ task }: { task: TaskDetail }) {
  const t = useTranslations('tasks')
  usePageTitle(task.title)
  const format = useFormat()
  const steps = useTaskSteps()
  const back = { key: 'tasks', link: <Link to="/tasks">{t('title')}</Link> }
  const number = { key: 'task', link: <span aria-current="page">№ {task.id}</span> }
  const { id } = useUser()
  // For another person's running task the clock is read-only, and its buttons are in the menu.
  const isMineRunning = task.status === 'in_progress' && task.user_id === id
  return (
    <Sheet>
      <PageHeader
        title={task.title}
        breadcrumbs={[back, number]}
        aside={
          <>
            <Status status={task.status}>{t(`status_${task.status}`)}</Status>
            {task.returns > 0 && <Tag tone="warn">{t('wasReturned', { count: task.returns })}</Tag>}
          </>
        }
        actions={<TaskActions task={task} steps={steps} />}
      />
      <div className={classes.columns}>
        <div className={classes.work}>
          {task.deleted_at !== null && (
            <p className={classes.told}>
              {t('deletedAt', { at: format.date(task.deleted_at, { withTime: true }) })}
            </p>
          )}
          {task.return_reason !== null && task.status === 'paused' && (
            <p className={classes.told}>{t('returnedBecause', { reason: task.return_reason })}</p>
          )}
          {task.unscanned_reason !== null && (
            <p className={classes.told}>
              {t('unscannedBecause', {
                scanned: task.scanned ?? 0,
                done: task.quantity_done,
                reason: task.unscanned_reason,
              })}
            </p>
          )}
          {isMineRunning ? (
            <RunningTaskCard task={task} steps={steps} isOnItsPage />
          ) : (
            <TaskProgress task={task} />
          )}
          {task.product && (
            <section>
              <h2 className={classes.heading}>{t('product')}</h2>
              <ProductInHand product={task.product} />
            </section>
          )}
          <InstructionLinks instructions={task.instructions} taskId={task.id} />
          <section>
            <h2 className={classes.heading}>{t('description')}</h2>
            <p className={task.description === '' ? classes.none : classes.description}>
              {task.description === '' ? t('noDescription') : task.description}
            </p>
          </section>
          <TaskMedia task={task} />
          <TaskTimes task={task} />
          <TaskComments task={task} />
          <TaskHistory task={task} />
        </div>
        <TaskFacts task={task} />
      </div>
    </Sheet>
  )
}
