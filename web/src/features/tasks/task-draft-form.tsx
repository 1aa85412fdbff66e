import type { Task } from '@artel/contract/tasks'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/query.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { useFormState } from '../../forms/use-form-state.ts'
import { notify } from '../../ui/notify.ts'
import { draftOf, emptyDraft, type TaskFormValues, toBody } from './task-draft.ts'
import { TaskFields } from './task-fields.tsx'
import { taskReads } from './task-reads.ts'
import { useTaskDefaults } from './use-task-defaults.ts'

/** The form of a new task, in a dialog. */
export function NewTaskForm({ close }: { close: () => void }) {
  const t = useTranslations('tasks')
  const navigate = useNavigate()
  const defaults = useTaskDefaults()
  const create = useAction('tasks.create', { refreshes: taskReads })
  const form = useFormState<TaskFormValues>({
    initial: { ...emptyDraft, ...defaults },
    send: async (values) => {
      const { task } = await create.mutateAsync({
        body: { ...toBody(values), title: values.title, requires_review: values.requires_review },
      })
      close()
      const open = () => void navigate({ to: '/task/$id', params: { id: String(task.id) } })
      notify({
        text: t('created', { id: String(task.id) }),
        tone: 'ok',
        action: { label: t('openIt'), onClick: open },
      })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('createSubmit')}
      cancel={{ label: t('discard'), onClick: close }}
    >
      <TaskFields form={form} />
    </FormShell>
  )
}

/** The same form for a task that exists: only what was changed is sent. */
export function EditTaskForm({ task, close }: { task: Task; close: () => void }) {
  const t = useTranslations('tasks')
  const update = useAction('tasks.update', { refreshes: taskReads })
  const form = useFormState<TaskFormValues>({
    initial: draftOf(task),
    send: async (values) => {
      await update.mutateAsync({ params: { id: task.id }, body: toBody(values, draftOf(task)) })
      close()
      notify({ text: t('saved', { id: String(task.id) }), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('saveSubmit')}
      cancel={{ label: t('discard'), onClick: close }}
    >
      <TaskFields form={form} doer={task.user} />
    </FormShell>
  )
}
