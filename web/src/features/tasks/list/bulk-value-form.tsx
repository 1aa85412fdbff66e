import type { FieldErrors } from '@artel/contract/errors/errors'
import type { TaskBulk } from '@artel/contract/tasks/tasks.bulk'
import { type TaskPriority, taskPriorities } from '@artel/contract/tasks/tasks.line'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PersonField, SelectField } from '../../../forms/choices/choice-fields.tsx'
import { DateTimeField } from '../../../forms/fields/date-time-field.tsx'
import { NumberField } from '../../../forms/fields/number-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { type FieldBinding, useFormState } from '../../../forms/form/use-form-state.ts'
import { DialogText } from '../../../ui/dialog/dialog-parts.tsx'
import { usePeople } from '../../users/users.tsx'
import { BulkEffect } from './bulk-effect.tsx'

export type BulkValue =
  | { action: 'assign'; value: number | null }
  | { action: 'due'; value: string | null }
  | { action: 'priority'; value: TaskPriority }
  | { action: 'quantity'; value: number }
type Verb = BulkValue['action']

type BulkValueFormProps = {
  verb: Verb
  count: number
  target: Pick<TaskBulk, 'ids' | 'filter'>
  send: (value: BulkValue) => Promise<unknown>
  close: () => void
}

type Values = {
  user_id: number | null
  due_at: string | null
  priority: TaskPriority | null
  quantity: number | null
}

/** Time after the last key until the effect is asked for, ms. */
const effectDelayMs = 300

/** Asks for the one value that all selected tasks get. */
export function BulkValueForm({ verb, count, target, send, close }: BulkValueFormProps) {
  const t = useTranslations('taskBulk')
  const fields = useTranslations('fields')
  const form = useFormState<Values>({
    call: 'tasks.bulk',
    draft: null,
    initial: { user_id: null, due_at: null, priority: 'normal', quantity: null },
    check: ({ quantity }): FieldErrors =>
      verb === 'quantity' && !quantity ? { quantity: [fields('required')] } : {},
    send: async (values) => {
      const value = bulkValue(verb, values)
      if (value) await send(value)
    },
  })
  const [shown] = useDebouncedValue(form.values, effectDelayMs)
  const value = bulkValue(verb, shown)
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
      {verb === 'quantity' && <Quantity {...form.at('quantity')} />}
      {value && <BulkEffect body={{ ...target, ...value }} />}
    </FormShell>
  )
}

/** The value as the call takes it; null while it is missing. */
function bulkValue(verb: Verb, { user_id, due_at, priority, quantity }: Values): BulkValue | null {
  switch (verb) {
    case 'assign':
      return { action: verb, value: user_id }
    case 'due':
      return { action: verb, value: due_at }
    case 'priority':
      return priority && { action: verb, value: priority }
    case 'quantity':
      return quantity ? { action: verb, value: quantity } : null
  }
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

function Quantity(field: FieldBinding<number | null>) {
  const t = useTranslations('tasks')
  return <NumberField {...field} label={t('fieldQuantity')} />
}
