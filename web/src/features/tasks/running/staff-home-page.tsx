import type { ListedTask } from '@artel/contract/tasks/tasks'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { useSession, useUser } from '../../../api/session/session.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { TodayEarned } from '../../ledger/ledger.tsx'
import { TaskRows } from '../list/task-rows.tsx'
import { useTaskSteps } from '../use-task-steps.tsx'
import { RunningTaskCard } from './running-task-card.tsx'
import classes from './staff-home-page.module.css'

/** Pool tasks on the home page, at most. A button leads to the rest. */
const shownInPool = 20

/** The home page of staff: the running task, own tasks, and the pool to take from. */
export function StaffHomePage() {
  const t = useTranslations('tasks')
  usePageTitle(t('title'))
  const { id } = useUser()
  const { company } = useSession()
  const mayTake = company?.settings.tasks?.staff_may_take ?? true
  const mine = useCall('tasks.list', {
    query: { limit: 100, sort_by: 'due_at', direction: 'asc' },
    body: { user_id: id, status: ['open', 'in_progress', 'paused', 'review'] },
  })
  const steps = useTaskSteps()
  if (mine.error && !mine.data) {
    return (
      <ErrorState isPage {...listErrorOf(mine.error, t('loadFailed'))} onRetry={() => void mine.refetch()} />
    )
  }
  const tasks = mine.data?.tasks
  const running = tasks?.find(({ status }) => status === 'in_progress')
  const rest = tasks?.filter((task) => task !== running).sort((one, other) => rankOf(one) - rankOf(other))
  return (
    <div className={classes.home}>
      <h1 className={classes.hidden}>{t('title')}</h1>
      {tasks === undefined ? (
        <SkeletonRows rows={6} height={88} cells={[{ kind: 'thumb' }]} />
      ) : (
        <>
          {running ? (
            <RunningTaskCard key={running.id} task={running} steps={steps} />
          ) : (
            <NothingRuns isIdle={rest?.length === 0} />
          )}
          <TaskRows title={t('myTasks')} tasks={rest ?? []} steps={steps} aside={<TodayEarned />} />
          <Pool mayTake={mayTake} steps={steps} />
        </>
      )}
    </div>
  )
}

/** What to do first: urgent tasks, then what was begun, then important tasks; what waits for others comes last. */
function rankOf({ status, priority }: ListedTask): number {
  if (status === 'review') return 4
  if (priority === 'urgent') return 0
  if (status === 'paused') return 1
  return priority === 'high' ? 2 : 3
}

function NothingRuns({ isIdle }: { isIdle: boolean }) {
  const t = useTranslations('tasks')
  return (
    <section className={classes.idle}>
      <h2>{t('nothingRuns')}</h2>
      <p>{t(isIdle ? 'takeFromPool' : 'startTop')}</p>
    </section>
  )
}

function Pool({ mayTake, steps }: { mayTake: boolean; steps: ReturnType<typeof useTaskSteps> }) {
  const t = useTranslations('tasks')
  const { data, error, refetch } = useCall('tasks.list', {
    query: { limit: shownInPool, sort_by: 'due_at', direction: 'asc' },
    body: { user_id: null, status: 'open' },
  })
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
  const empty = t(mayTake ? 'poolEmpty' : 'poolClosed')
  return (
    <TaskRows
      title={t('poolTitle')}
      tasks={data?.tasks}
      total={data?.pagination.total}
      empty={empty}
      steps={steps}
    />
  )
}
