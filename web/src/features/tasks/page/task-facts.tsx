import type { TaskDetail } from '@artel/contract/tasks/tasks'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useSession, useUser } from '../../../api/session/session.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Blank, Coins, Money } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { PriorityMark } from '../../../ui/marks/priority-mark.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { PersonLink } from '../../users/users.tsx'
import { DueDate, PoolMark } from '../task-parts.tsx'
import { TaskCredit } from './task-credit.tsx'
import classes from './task-facts.module.css'
import { maySeeCredit } from './use-task-credit.ts'

/** The facts about a task, in the side panel. */
export function TaskFacts({ task }: { task: TaskDetail }) {
  const t = useTranslations('tasks')
  const format = useFormat()
  const { warehouses } = useSession()
  const me = useUser()
  const { user, creator } = task
  const place = warehouses.find(({ id }) => id === task.warehouse_id)?.name
  return (
    <aside className={classes.panel} aria-label={t('facts')}>
      <Facts>
        <Fact name={t('doer')}>{user ? <PersonLink person={user} /> : <PoolMark />}</Fact>
        <Fact name={t('due')}>
          <DueDate task={task} />
        </Fact>
        <Fact name={t('priority')}>
          <PriorityMark priority={task.priority} quiet /> {t(`priority_${task.priority}`)}
        </Fact>
        <Fact name={t('money')}>
          <b>
            <Money value={task.money} />
          </b>
        </Fact>
        <Fact name={t('coins')}>
          <Coins value={task.coins} emphasis />
        </Fact>
        {task.status === 'done' && maySeeCredit(task, me) && (
          <Fact name={t('credited')}>
            <TaskCredit task={task} />
          </Fact>
        )}
        <Fact name={t('warehouse')}>{place ?? <Blank />}</Fact>
        {task.supply && (
          <Fact name={t('supply')}>
            <Link to="/supply/$id" params={{ id: String(task.supply.id) }}>
              № {task.supply.number}
            </Link>
          </Fact>
        )}
        {task.supply && task.product_id !== null && (
          <Fact name={t('packed')}>
            <Link
              to="/supply/$id"
              params={{ id: String(task.supply.id) }}
              search={{ tab: 'scans', task_id: [task.id] }}
            >
              {task.scanned === null
                ? t('scans')
                : t('scannedOf', { scanned: task.scanned, done: task.quantity_done })}
            </Link>
          </Fact>
        )}
        <Fact name={t('review')}>
          {t(task.needs_review || task.status === 'review' ? 'reviewYes' : 'reviewNo')}
        </Fact>
        {task.returns > 0 && <Fact name={t('returns')}>{format.number(task.returns)}</Fact>}
        <Fact name={t('createdBy')}>
          <PersonLink person={creator} />
        </Fact>
        <Fact name={t('createdAt')}>
          <DateText value={task.created_at} withTime />
        </Fact>
        <Fact name={t('startedAt')}>
          <DateText value={task.started_at} withTime />
        </Fact>
        <Fact name={t('finishedAt')}>
          <DateText value={task.finished_at} withTime />
        </Fact>
      </Facts>
    </aside>
  )
}
