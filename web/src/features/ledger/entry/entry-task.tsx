import type { Entry } from '@artel/contract/ledger/ledger'
import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { creditShare } from '@artel/contract/tasks/task-credit'
import type { TaskDetail } from '@artel/contract/tasks/tasks'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { ApiFailure, listErrorOf } from '../../../api/send/failure.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { DoneOf } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { PersonLink } from '../../users/users.tsx'
import classes from './entry-panel.module.css'
import { Sum } from './entry-parts.tsx'
import { EntryTimes } from './entry-times.tsx'
import { settledBy } from './settled-by.ts'

type EntryTaskProps = { ledger: Ledger; entry: Entry; taskId: number }

/** The task that an entry pays for: the done quantity, the rate, the times, and the approver. */
export function EntryTask({ ledger, entry, taskId }: EntryTaskProps) {
  const t = useTranslations('ledger')
  const { data, error, refetch } = useCall('tasks.get', { params: { id: taskId } })
  const isGone = error instanceof ApiFailure && error.statusCode === 404
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t('taskHeading')}</h3>
      {data && !isGone ? (
        <>
          <Credit ledger={ledger} entry={entry} task={data.task} />
          <EntryTimes taskId={taskId} spent={data.task.spent_seconds} />
        </>
      ) : isGone ? (
        <p className={classes.hint}>{t('taskGone')}</p>
      ) : error ? (
        <ErrorState {...listErrorOf(error, t('taskFailed'))} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={4} height={32} cells={[{ kind: 'text' }]} />
      )}
    </section>
  )
}

type CreditProps = { ledger: Ledger; entry: Entry; task: TaskDetail }

function Credit({ ledger, entry, task }: CreditProps) {
  const t = useTranslations('ledger')
  const format = useFormat()
  const settled = settledBy(task.history)
  const { quantity, quantity_done } = task
  return (
    <>
      <Facts>
        <Fact name={t('taskRate')}>
          <span>
            <Sum ledger={ledger} value={task[ledger]} />{' '}
            {t('taskFor', { count: quantity, quantity: format.number(quantity) })}
          </span>
        </Fact>
        <Fact name={t('taskDone')}>
          <DoneOf done={quantity_done} total={quantity} />
        </Fact>
        {task.supply && task.scanned !== null && (
          <Fact name={t('taskScans')}>
            <Link
              to="/supply/$id"
              params={{ id: String(task.supply.id) }}
              search={{ tab: 'scans', task_id: [task.id] }}
            >
              {t('taskScanned', { count: task.scanned, number: task.supply.number })}
            </Link>
          </Fact>
        )}
        <Fact name={t('taskCredit')}>
          <Formula ledger={ledger} entry={entry} task={task} />
        </Fact>
        {settled && (
          <>
            {/* Shown only if the entry has no approver of its own, like older entries, or if the task
                needed no approval. */}
            {(settled.kind === 'finish' || entry.approver === null) && (
              <Fact name={t(settled.kind === 'approve' ? 'taskApproved' : 'taskFinished')}>
                <PersonLink person={settled.user} />
              </Fact>
            )}
            <Fact name={t(settled.kind === 'approve' ? 'taskApprovedAt' : 'taskFinishedAt')}>
              <DateText value={settled.created_at} withTime />
            </Fact>
          </>
        )}
      </Facts>
      {settled?.kind === 'finish' && <p className={classes.hint}>{t('taskNoReview')}</p>}
    </>
  )
}

/** How the credit follows from the rate. */
function Formula({ ledger, entry, task }: CreditProps) {
  const t = useTranslations('ledger')
  const format = useFormat()
  const { quantity, quantity_done } = task
  const whole = task[ledger]
  const sum = (value: number) => (ledger === 'money' ? format.money(value) : format.coins(value))
  const share = creditShare(whole, task)
  if (share !== entry.amount) return t('taskChanged')
  const isExact = Number.isInteger((whole * quantity_done) / quantity)
  return (
    <>
      <span className={classes.formula}>
        {t('taskFormula', {
          rate: sum(whole),
          done: format.number(quantity_done),
          quantity: format.number(quantity),
          credit: sum(share),
        })}
      </span>
      {!isExact && <span className={classes.hint}> {t('taskRounded')}</span>}
    </>
  )
}
