import type { Task } from '@artel/contract/tasks/tasks'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'

// Lazy, because the date picker alone is larger than the task list.
const NewTaskForm = lazyPart(async () => (await import('./task-draft-form.tsx')).NewTaskForm)
const EditTaskForm = lazyPart(async () => (await import('./task-draft-form.tsx')).EditTaskForm)

const waiting = <SkeletonRows rows={5} height={60} cells={[{ kind: 'text' }]} />

/** Opens the dialogs that create and edit a task. */
export function useTaskDialogs() {
  const t = useTranslations('tasks')
  const open = (title: string, form: (close: () => void) => ReactNode) =>
    openDialog(title, form, { isForm: true, size: 528, waiting })
  return {
    create: () => open(t('newTitle'), (close) => <NewTaskForm close={close} />),
    edit: (task: Task) =>
      open(t('editTitle', { id: String(task.id) }), (close) => (
        <EditTaskForm task={task} waiting={waiting} close={close} />
      )),
  }
}
