import type { Task, TaskDetail } from '@artel/contract/tasks/tasks'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { saveTogether } from '../../../forms/save/save-together.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { ErrorState } from '../../../ui/states/states.tsx'
import { useChangedFields } from '../page/use-change-texts.ts'
import { draftOf, emptyDraft, type TaskFormValues, toBody, toDraft } from './task-draft.ts'
import { TaskFields } from './task-fields.tsx'
import { useTaskDefaults } from './use-task-defaults.ts'

/** The form of a new task, in a dialog. */
export function NewTaskForm({ close }: { close: () => void }) {
  const t = useTranslations('tasks')
  const navigate = useNavigate()
  const defaults = useTaskDefaults()
  const create = useAction('tasks.create')
  const form = useFormState<TaskFormValues>({
    call: 'tasks.create',
    draft: { item: 'new', isNew: true },
    emptyIsZero: ['money', 'coins'],
    initial: { ...emptyDraft, ...defaults },
    send: async (values) => {
      const { task } = await create.mutateAsync({ body: toDraft(values) })
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

/** The same form for an existing task, with its values from when the form was opened. */
export function EditTaskForm({
  task,
  waiting,
  close,
}: {
  task: Task
  waiting: ReactNode
  close: () => void
}) {
  const t = useTranslations('tasks')
  const { data, error, refetch } = useCall('tasks.get', { params: { id: task.id } })
  const [base, setBase] = useState<TaskDetail>()
  if (data && !base) setBase(data.task)
  if (base) return <LoadedForm task={base} close={close} />
  if (!error) return waiting
  return <ErrorState {...listErrorOf(error, t('loadOneFailed'))} onRetry={() => void refetch()} />
}

/** Sends only changed fields, and resolves a conflict with another person's edit. */
function LoadedForm({ task, close }: { task: TaskDetail; close: () => void }) {
  const t = useTranslations('tasks')
  const update = useAction('tasks.update')
  const fields = useChangedFields(true, [task.product_id ?? []].flat(), [task.supply_id ?? []].flat())
  // As in the history of the task, which knows more people and products than the fields.
  const words = { get: (name: string) => fields[name] && { show: String, ...fields[name] } }
  const question = ({ id }: TaskDetail) => t('staleTitle', { id: String(id) })
  const send = (values: TaskFormValues, base: TaskDetail) =>
    update.mutateAsync({
      params: { id: task.id },
      body: { ...toBody(values, draftOf(base)), version: base.version },
    })
  const form = useFormState<TaskFormValues>({
    call: 'tasks.update',
    draft: { item: task.id },
    emptyIsZero: ['money', 'coins'],
    initial: draftOf(task),
    send: async (values) => {
      const isSaved = await saveTogether({ base: task, valuesOf: draftOf, send, words, question }, values)
      if (!isSaved) return false
      notify({ text: t('saved', { id: String(task.id) }), tone: 'ok' })
      return close()
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('saveSubmit')}
      cancel={{ label: t('discard'), onClick: close }}
    >
      <TaskFields
        form={form}
        assignee={task.user}
        media={task.multimedia}
        areTermsFixed={!task.can.edit_terms}
      />
    </FormShell>
  )
}
