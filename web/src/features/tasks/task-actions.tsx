import type { Task } from '@artel/contract/tasks/tasks'
import { Button, MenuItem } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlayFilled,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../api/session/session.ts'
import { inPageHeader, MoreMenu } from '../../ui/popup/more-menu.tsx'
import { useTaskDialogs } from './form/use-task-dialogs.tsx'
import type { TaskSteps } from './use-task-steps.tsx'

type TaskActionsProps = { task: Task; steps: TaskSteps }

const icon = { size: 16, stroke: 1.8 } as const

/** What can be done with the task now: the likely step as a filled button, the rest beside it. */
export function TaskActions({ task, steps }: TaskActionsProps) {
  const t = useTranslations('tasks')
  const { edit } = useTaskDialogs()
  const { can } = task
  return (
    <>
      {can.edit && (
        <Button variant="default" leftSection={<IconPencil {...icon} />} onClick={() => edit(task)}>
          {t('edit')}
        </Button>
      )}
      {can.return && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp {...icon} />}
          disabled={steps.isBusy}
          onClick={() => steps.return(task)}
        >
          {t('return')}
        </Button>
      )}
      <MainStep task={task} steps={steps} />
      {isWholeAtRest(task) && (
        <Button
          leftSection={<IconCheck {...icon} />}
          disabled={steps.isBusy}
          onClick={() => steps.finish(task)}
        >
          {t('finish')}
        </Button>
      )}
      <MoreSteps task={task} steps={steps} />
    </>
  )
}

/** All pieces are counted while nobody works on the task, so to finish it is the likely step. */
const isWholeAtRest = ({ can, status, quantity, quantity_done }: Task): boolean =>
  can.finish && status === 'paused' && quantity_done === quantity

function MainStep({ task, steps }: TaskActionsProps) {
  const t = useTranslations('tasks')
  const { type } = useUser()
  const { can } = task
  if (can.approve) {
    return (
      <Button
        leftSection={<IconCheck {...icon} />}
        disabled={steps.isBusy}
        onClick={() => steps.approve(task)}
      >
        {t('approve')}
      </Button>
    )
  }
  if (!can.start) return null
  const isFree = task.user_id === null
  const label = t(isFree ? 'take' : task.status === 'open' ? 'start' : 'resume')
  return (
    <Button
      // Not filled for admins, because they watch tasks more often than they start them.
      variant={type === 'staff' && !isWholeAtRest(task) ? 'filled' : 'default'}
      leftSection={<IconPlayerPlayFilled size={14} />}
      disabled={steps.isBusy}
      onClick={() => steps.start(task)}
    >
      {label}
    </Button>
  )
}

function MoreSteps({ task, steps }: TaskActionsProps) {
  const t = useTranslations('tasks')
  const { id } = useUser()
  const { can } = task
  // The card of the person's own running task already has these two buttons.
  const isOnCard = task.status === 'in_progress' && task.user_id === id
  const mayStop = (can.pause || (can.finish && !isWholeAtRest(task))) && !isOnCard
  if (!mayStop && !can.cancel && !can.delete) return null
  return (
    <MoreMenu look={inPageHeader}>
      {mayStop && can.pause && (
        <MenuItem leftSection={<IconPlayerPause {...icon} />} onClick={() => steps.pause(task)}>
          {t('pause')}
        </MenuItem>
      )}
      {mayStop && can.finish && !isWholeAtRest(task) && (
        <MenuItem leftSection={<IconCheck {...icon} />} onClick={() => steps.finish(task)}>
          {t('finish')}
        </MenuItem>
      )}
      {can.cancel && (
        <MenuItem leftSection={<IconBan {...icon} />} onClick={() => void steps.cancel(task)}>
          {t('cancel')}
        </MenuItem>
      )}
      {can.delete && (
        <MenuItem leftSection={<IconTrash {...icon} />} onClick={() => void steps.remove(task)}>
          {t('remove')}
        </MenuItem>
      )}
    </MoreMenu>
  )
}
