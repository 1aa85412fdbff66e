import type { Task } from '@artel/contract/tasks'
import { modals } from '@mantine/modals'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { SkeletonRows } from '../../ui/skeleton.tsx'

// The date picker alone is larger than the list of tasks, so the forms come when they are first opened.
const NewTaskForm = lazy(async () => ({ default: (await import('./task-draft-form.tsx')).NewTaskForm }))
const EditTaskForm = lazy(async () => ({ default: (await import('./task-draft-form.tsx')).EditTaskForm }))

const waiting = <SkeletonRows rows={5} height={60} cells={[{ kind: 'text' }]} />

/** Opens the dialogs that make and change a task. */
export function useTaskDialogs() {
  const t = useTranslations('tasks')
  const open = (title: string, form: (close: () => void) => React.ReactNode) => {
    const dialog = modals.open({
      title,
      size: 528,
      // What was typed is not lost by a slip beside the dialog; Esc and the button close it.
      closeOnClickOutside: false,
      children: <Suspense fallback={waiting}>{form(() => modals.close(dialog))}</Suspense>,
    })
  }
  return {
    create: () => open(t('newTitle'), (close) => <NewTaskForm close={close} />),
    edit: (task: Task) =>
      open(t('editTitle', { id: String(task.id) }), (close) => (
        <EditTaskForm task={task} waiting={waiting} close={close} />
      )),
  }
}
