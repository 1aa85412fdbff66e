import type { Task, TaskDetail } from '@artel/contract/tasks'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiFailure, listErrorOf } from '../../api/failure.ts'
import { refreshCalls, useAction, useCall } from '../../api/query.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { askStale } from '../../forms/stale-dialog.tsx'
import { useFormState } from '../../forms/use-form-state.ts'
import { useFormat } from '../../ui/format-context.tsx'
import { notify } from '../../ui/notify.ts'
import { ErrorState } from '../../ui/states.tsx'
import { settledValues, staleFields } from './stale-fields.ts'
import { draftOf, emptyDraft, type TaskFormValues, toBody } from './task-draft.ts'
import { TaskFields } from './task-fields.tsx'
import { taskReads } from './task-reads.ts'
import { useChangedFields } from './use-change-texts.ts'
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

/** The same form for a task that exists, as it was when the form was opened. */
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

/** Only what was changed is sent, and a clash with another's edit is settled. */
function LoadedForm({ task, close }: { task: TaskDetail; close: () => void }) {
  const t = useTranslations('tasks')
  const update = useAction('tasks.update', { refreshes: taskReads })
  const settle = useStaleSettlement(task)
  const save = async (values: TaskFormValues, base: TaskDetail): Promise<void> => {
    const body = { ...toBody(values, draftOf(base)), version: base.version }
    try {
      await update.mutateAsync({ params: { id: task.id }, body })
    } catch (failure) {
      const current = currentOf(failure)
      if (!current) throw failure
      const settled = await settle(current, values)
      if (settled) return save(settled, current)
      await refreshCalls(...taskReads)
      return
    }
    notify({ text: t('saved', { id: String(task.id) }), tone: 'ok' })
  }
  const form = useFormState<TaskFormValues>({
    initial: draftOf(task),
    send: async (values) => {
      await save(values, task)
      close()
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('saveSubmit')}
      cancel={{ label: t('discard'), onClick: close }}
    >
      <TaskFields form={form} doer={task.user} media={task.multimedia} />
    </FormShell>
  )
}

// The contract says what stands beside `stale`: the task as its page shows it.
const currentOf = (failure: unknown): TaskDetail | null =>
  failure instanceof ApiFailure && failure.code === 'stale' ? (failure.current as TaskDetail) : null

function useStaleSettlement(task: TaskDetail) {
  const t = useTranslations('tasks')
  const format = useFormat()
  const fields = useChangedFields(true)
  const original = draftOf(task)
  return async (current: TaskDetail, mine: TaskFormValues): Promise<TaskFormValues | null> => {
    const clashing = staleFields(fields, original, current, mine)
    const [last] = current.history
    const kept = await askStale({
      title: t('staleTitle', { id: String(current.id) }),
      text: last ? `${last.user.full_name}, ${format.date(last.created_at, { withTime: true })}` : '',
      fields: clashing,
    })
    return kept && settledValues(original, current, mine, clashing, kept)
  }
}
