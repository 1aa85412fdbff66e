import type { ListedTask, Task } from '@artel/contract/tasks/tasks'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../../api/send/calls.ts'
import { useMediaAddress } from '../../../api/send/media.ts'
import { useSession } from '../../../api/session/session.ts'
import { Coins, DoneOf, Duration, Money } from '../../../ui/figures/figures.tsx'
import { kopecksOfColumn } from '../../../ui/figures/format.ts'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { PriorityMark } from '../../../ui/marks/priority-mark.tsx'
import { Status } from '../../../ui/marks/status-glyph.tsx'
import { Thumb } from '../../../ui/media/thumb.tsx'
import { rowNameLook, TwoLines } from '../../../ui/page/two-lines.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { PersonLink } from '../../users/users.tsx'
import type { useTaskEditing } from '../in-row/use-task-editing.tsx'
import { useSpentSeconds } from '../running/use-spent-seconds.ts'
import { statusTones } from '../status-tones.ts'
import classes from '../task-parts.module.css'
import { DueDate, isOverNorm, PoolMark } from '../task-parts.tsx'

type Sort = NonNullable<NonNullable<InputOf<'tasks.list'>['query']>['sort_by']>

/** The columns of the task list. `rows` decide whether the pay column shows kopecks; `cell` makes them editable. */
export function useTaskColumns(
  rows: readonly Task[],
  { cell }: Pick<ReturnType<typeof useTaskEditing>, 'cell'>,
): DataColumn<ListedTask, Sort>[] {
  const t = useTranslations('tasks')
  const kopecks = kopecksOfColumn(rows.map(({ money }) => money))
  return [
    {
      key: 'id',
      isExtra: 'last',
      title: t('number'),
      width: 54,
      sortBy: 'id',
      render: ({ id }) => <span className={classes.number}>{id}</span>,
    },
    {
      key: 'title',
      title: t('task'),
      roomyWidth: 260,
      sortBy: 'title',
      hidable: false,
      render: (task) => <TitleCell task={task} />,
    },
    {
      key: 'status',
      title: t('status'),
      width: 120,
      sortBy: 'status',
      render: (task) =>
        cell(task, 'status', <Status status={task.status}>{t(`status_${task.status}`)}</Status>),
    },
    {
      key: 'priority',
      isExtra: true,
      title: t('priority'),
      header: <PriorityMark priority="normal" quiet />,
      width: 44,
      align: 'center',
      sortBy: 'priority',
      render: (task) => cell(task, 'priority', <PriorityMark priority={task.priority} />),
    },
    {
      key: 'user',
      title: t('doer'),
      width: 164,
      render: (task) => cell(task, 'assign', <AssigneeCell task={task} />),
    },
    {
      key: 'done',
      isExtra: true,
      title: t('done'),
      width: 132,
      align: 'right',
      sortBy: 'quantity',
      render: (task) => cell(task, 'quantity', <DoneCell task={task} />),
    },
    {
      key: 'time',
      isExtra: true,
      title: t('time'),
      width: 88,
      align: 'right',
      sortBy: 'spent_seconds',
      render: (task) => <TimeCell task={task} />,
    },
    {
      key: 'due',
      title: t('due'),
      width: 160,
      sortBy: 'due_at',
      render: (task) => cell(task, 'due', <DueDate task={task} />),
    },
    {
      key: 'money',
      isExtra: true,
      title: t('money'),
      width: 88,
      align: 'right',
      sortBy: 'money',
      render: ({ money }) => <Money value={money} kopecks={kopecks} />,
    },
    {
      key: 'coins',
      isExtra: true,
      title: t('coins'),
      width: 90,
      align: 'right',
      sortBy: 'coins',
      render: ({ coins }) => <Coins value={coins} />,
    },
  ]
}

function TitleCell({ task: { id, title, status, warehouse_id, photo } }: { task: ListedTask }) {
  const { warehouses } = useSession()
  const address = useMediaAddress()
  const place = warehouses.find((warehouse) => warehouse.id === warehouse_id)?.name
  return (
    <span className={classes.titleCell}>
      <Thumb src={address(photo, 'small')} size={30} />
      <TwoLines second={place}>
        <Link
          to="/task/$id"
          params={{ id: String(id) }}
          className={clsx(rowNameLook, status === 'cancelled' && classes.struck)}
          title={title}
        >
          {title}
        </Link>
      </TwoLines>
    </span>
  )
}

function AssigneeCell({ task: { user } }: { task: Task }) {
  return user ? <PersonLink person={user} /> : <PoolMark />
}

function DoneCell({ task: { status, quantity, quantity_done } }: { task: Task }) {
  return (
    <span className={classes.doneCell}>
      <DoneOf done={quantity_done} total={quantity} />
      <span className={classes.rowRuler}>
        <Ruler value={quantity_done / quantity} tone={statusTones[status]} />
      </span>
    </span>
  )
}

function TimeCell({ task }: { task: Task }) {
  const seconds = useSpentSeconds(task, 60)
  if (seconds === 0 && !task.running_since) return <Duration seconds={task.norm_seconds} tone="quiet" />
  // Below one minute seconds are shown.
  // From one minute on they are dropped, because a row must be quick to read.
  const shown = seconds < 60 ? seconds : seconds - (seconds % 60)
  return <Duration seconds={shown} tone={isOverNorm(task, seconds) ? 'bad' : 'plain'} />
}
