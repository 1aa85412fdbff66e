import { type TaskPriority, taskPriorities } from '@artel/contract/tasks.line'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PersonField, SelectField } from '../../../forms/choice-fields.tsx'
import { DateTimeField } from '../../../forms/date-time-field.tsx'
import { FormShell } from '../../../forms/form-shell.tsx'
import { type FieldBinding, useFormState } from '../../../forms/use-form-state.ts'
import { DialogText } from '../../../ui/dialog-parts.tsx'
import { usePeople } from '../../users/users.tsx'

type Verb = 'assign' | 'due' | 'priority'
export type BulkValue =
  | { action: 'assign'; value: number | null }
  | { action: 'due'; value: string | null }
  | { action: 'priority'; value: TaskPriority }

type BulkValueFormProps = {
  verb: Verb
  count: number
  send: (value: BulkValue) => Promise<unknown>
  close: () => void
}

type Values = { user_id: number | null; due_at: string | null; priority: TaskPriority | null }

/** Asks for the one value that all selected tasks get. */
export function BulkValueForm({ verb, count, send, close }: BulkValueFormProps) {
  const t = useTranslations('taskBulk')
  const form = useFormState<Values>({
    call: 'tasks.bulk',
    draft: null,
    initial: { user_id: null, due_at: null, priority: 'normal' },
    send: (values) => send(bulkValue(verb, values)),
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t(`${verb}Submit`, { count })}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <DialogText>{t(`${verb}Text`)}</DialogText>
      {verb === 'assign' && <Assignee {...form.at('user_id')} />}
      {verb === 'due' && <Due {...form.at('due_at')} />}
      {verb === 'priority' && <Priority {...form.at('priority')} />}
    </FormShell>
  )
}

function bulkValue(verb: Verb, { user_id, due_at, priority }: Values): BulkValue {
  if (verb === 'assign') return { action: verb, value: user_id }
  // The priority field cannot be emptied, so the fallback only satisfies the type.
  return verb === 'due' ? { action: verb, value: due_at } : { action: verb, value: priority ?? 'normal' }
}

function Assignee(field: FieldBinding<number | null>) {
  const t = useTranslations('tasks')
  const [search, setSearch] = useState('')
  const people = usePeople(search, null)
  return (
    <PersonField {...field} label={t('fieldDoer')} people={people} onSearch={setSearch} none={t('nobody')} />
  )
}

function Due(field: FieldBinding<string | null>) {
  const t = useTranslations('tasks')
  return <DateTimeField {...field} label={t('fieldDue')} optional />
}

function Priority(field: FieldBinding<TaskPriority | null>) {
  const t = useTranslations('tasks')
  return (
    <SelectField
      {...field}
      label={t('fieldPriority')}
      options={taskPriorities.map((value) => ({ value, label: t(`priority_${value}`) }))}
    />
  )
}
