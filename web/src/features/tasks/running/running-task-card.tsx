import type { Task } from '@artel/contract/tasks/tasks'
import { UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronRight, IconPlayerPauseFilled, IconScan } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { useSession } from '../../../api/session/session.ts'
import { formatTimer } from '../../../ui/figures/format.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { Thumb } from '../../../ui/media/thumb.tsx'
import { goPacking, loadPacking } from '../../supplies/supplies.tsx'
import type { TaskSteps } from '../use-task-steps.tsx'
import { DoneCounter } from './done-counter.tsx'
import { RunningProduct } from './running-product.tsx'
import classes from './running-task-card.module.css'
import { useDoneCount } from './use-done-count.ts'
import { useSpentSeconds } from './use-spent-seconds.ts'

/** Share of the ruler before the norm. The rest shows work beyond the norm. */
const normShare = 0.8

type RunningTaskCardProps = {
  task: Task
  steps: TaskSteps
  /** The card is on the task's own page, so it shows no title and no links. */
  isOnItsPage?: boolean
}

/** The running task: its clock, its count, and the buttons to pause and finish. */
export function RunningTaskCard({ task, steps, isOnItsPage = false }: RunningTaskCardProps) {
  const t = useTranslations('tasks')
  const counter = useDoneCount(task)
  return (
    <section className={classes.card} aria-label={t('runningTask', { title: task.title })}>
      {!isOnItsPage && <Head task={task} />}
      {!isOnItsPage && task.product && <RunningProduct product={task.product} />}
      <Clock task={task} left={task.quantity - counter.done} />
      {task.quantity > 1 && <DoneCounter quantity={task.quantity} counter={counter} />}
      <div className={classes.buttons}>
        {task.supply?.status === 'packing' && (
          <UnstyledButton
            className={classes.pack}
            onPointerEnter={loadPacking}
            onClick={() => goPacking(t('packTitle'))}
          >
            <IconScan size={20} stroke={1.8} aria-hidden="true" />
            {t('packSupply')}
          </UnstyledButton>
        )}
        <UnstyledButton className={classes.pause} disabled={steps.isBusy} onClick={() => steps.pause(task)}>
          <IconPlayerPauseFilled size={20} aria-hidden="true" />
          {t('pause')}
        </UnstyledButton>
        <UnstyledButton
          className={classes.finish}
          disabled={steps.isBusy}
          onClick={() => steps.finish(task, counter.done)}
        >
          <IconCheck size={20} stroke={2} aria-hidden="true" />
          {t('finish')}
        </UnstyledButton>
      </div>
    </section>
  )
}

function Head({ task: { id, title, warehouse_id, supply, product } }: { task: Task }) {
  const t = useTranslations('tasks')
  const { warehouses } = useSession()
  const address = useMediaAddress()
  const place = warehouses.find((warehouse) => warehouse.id === warehouse_id)?.name
  const [first, second] = supply ? [t('ofSupply', { number: supply.number }), place] : [place, `№ ${id}`]
  return (
    <Link to="/task/$id" params={{ id: String(id) }} className={classes.head}>
      {product && <Thumb src={address(product.photo, 'small')} size={44} />}
      <span className={classes.names}>
        <span className={classes.title}>{title}</span>
        <span className={classes.place}>{[first, second].filter(Boolean).join(' · ')}</span>
      </span>
      <IconChevronRight size={20} stroke={1.6} aria-hidden="true" />
    </Link>
  )
}

function Clock({ task, left }: { task: Task; left: number }) {
  const t = useTranslations('tasks')
  const format = useFormat()
  const seconds = useSpentSeconds(task)
  const timer = formatTimer(seconds)
  const { norm_seconds: norm } = task
  return (
    <div>
      <div className={classes.timer} role="timer" aria-label={format.duration(seconds, { units: 2 })}>
        <span aria-hidden="true">
          {timer.main}
          <span className={classes.seconds}>{timer.seconds}</span>
        </span>
      </div>
      {norm !== null && (
        <Ruler
          value={(seconds / norm) * normShare}
          mark={normShare}
          tone="now"
          height={14}
          label={t('timeLabel')}
        />
      )}
      <div className={classes.under}>
        <span>{t('left', { count: left })}</span>
        {norm !== null && (
          <span style={{ marginRight: `${(1 - normShare) * 50}%` }}>
            {t('norm', { duration: format.duration(norm, { units: 2 }) })}
          </span>
        )}
      </div>
    </div>
  )
}
