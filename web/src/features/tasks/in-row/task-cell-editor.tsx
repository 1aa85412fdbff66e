import { resizedSums } from '@artel/contract/tasks/task-rates'
import type { TaskBulk } from '@artel/contract/tasks/tasks.bulk'
import { taskPriorities } from '@artel/contract/tasks/tasks.line'
import { Button, MenuItem, MenuRadioGroup, MenuRadioItem, TextInput, UnstyledButton } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useMediaAddress } from '../../../api/send/media.ts'
import { DateTimeField } from '../../../forms/fields/date-time-field.tsx'
import { NumberField } from '../../../forms/fields/number-fields.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { PersonName } from '../../../ui/marks/avatar.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { useWorthWords } from '../../../ui/page/use-worth-words.ts'
import { FloatingMenu, FloatingPopover } from '../../../ui/popup/floating.tsx'
import { usePeople } from '../../users/users.tsx'
import { reasonOf } from '../refused-reason.ts'
import { PoolMark } from '../task-parts.tsx'
import { useTaskSteps } from '../use-task-steps.tsx'
import classes from './task-cell-editor.module.css'
import { useBulkStep } from './use-bulk-step.tsx'
import type { EditedCell } from './use-task-editing.tsx'

type EditorProps = EditedCell & { isOpen: boolean; onClose: () => void }

/** The editor of one value of a task, beside its cell. */
export function TaskCellEditor(props: EditorProps) {
  const editors = {
    status: StatusMenu,
    priority: PriorityMenu,
    assign: Assignee,
    quantity: Quantity,
    due: Due,
  }
  const Editor = editors[props.field]
  return <Editor {...props} />
}

type Edit = { [Action in 'assign' | 'priority' | 'due' | 'quantity']: Extract<TaskBulk, { action: Action }> }
type Value = { [Action in keyof Edit]: Pick<Edit[Action], 'action' | 'value'> }[keyof Edit]

/** Sends a value as the task was seen, and says what it was changed to, with its undo. */
function useValue({ task, onClose }: EditorProps) {
  const t = useTranslations('taskBulk')
  const step = useBulkStep()
  return async (value: Value, said: string) => {
    onClose()
    const id = String(task.id)
    try {
      const seen = { ids: [task.id], versions: [task.version] }
      const { refused, undo, changed } = await step.take({ ...seen, ...value })
      const [reason] = refused
      if (reason) {
        const text = t('rowRefused', { id, reason: t(reasonOf(value.action, reason.code)) })
        notify({ text, tone: 'warn' })
      } else if (changed > 0) step.say(t('rowChanged', { id, value: said }), undo)
    } catch (failure) {
      step.onFailure(failure)
    }
  }
}

function StatusMenu({ task, anchor, isOpen, onClose }: EditorProps) {
  const t = useTranslations('tasks')
  const steps = useTaskSteps()
  const { can } = task
  const isFree = task.user_id === null
  const startLabel = t(isFree ? 'take' : task.status === 'open' ? 'start' : 'resume')
  const offered = [
    { isOn: can.approve, label: t('approve'), run: () => steps.approve(task) },
    { isOn: can.return, label: t('return'), run: () => steps.return(task) },
    { isOn: can.start, label: startLabel, run: () => steps.start(task) },
    { isOn: can.pause, label: t('pause'), run: () => steps.pause(task) },
    { isOn: can.finish, label: t('finish'), run: () => steps.finish(task) },
    { isOn: can.cancel, label: t('cancel'), run: () => void steps.cancel(task) },
  ]
  return (
    <FloatingMenu
      id={useId()}
      anchor={anchor}
      isOpen={isOpen}
      position="bottom-start"
      withinPortal={false}
      onChange={onClose}
    >
      {offered
        .filter(({ isOn }) => isOn)
        .map(({ label, run }) => (
          <MenuItem key={label} onClick={run}>
            {label}
          </MenuItem>
        ))}
    </FloatingMenu>
  )
}

function PriorityMenu(props: EditorProps) {
  const { task, anchor, isOpen, onClose } = props
  const t = useTranslations('tasks')
  const send = useValue(props)
  return (
    <FloatingMenu
      id={useId()}
      anchor={anchor}
      isOpen={isOpen}
      position="bottom-start"
      withinPortal={false}
      onChange={onClose}
    >
      <MenuRadioGroup value={task.priority}>
        {taskPriorities.toReversed().map((value) => (
          <MenuRadioItem
            key={value}
            value={value}
            closeMenuOnClick
            onChange={() => void send({ action: 'priority', value }, t(`priority_${value}`))}
          >
            {t(`priority_${value}`)}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </FloatingMenu>
  )
}

function Window({ task, field, anchor, isOpen, onClose, children }: EditorProps & { children: ReactNode }) {
  const t = useTranslations('taskBulk')
  return (
    <FloatingPopover
      id={useId()}
      anchor={anchor}
      isOpen={isOpen}
      position="bottom-start"
      label={t(`edit_${field}`, { id: String(task.id) })}
      className={classes.editor}
      onChange={onClose}
    >
      {children}
    </FloatingPopover>
  )
}

function Assignee(props: EditorProps) {
  const { task } = props
  const t = useTranslations('tasks')
  const tForms = useTranslations('forms')
  const address = useMediaAddress()
  const [search, setSearch] = useState('')
  const people = usePeople(search, null)
  const send = useValue(props)
  const choose = (id: number | null, said: string) => void send({ action: 'assign', value: id }, said)
  return (
    <Window {...props}>
      <TextInput
        data-autofocus
        aria-label={t('fieldDoer')}
        placeholder={t('fieldDoer')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={classes.people}>
        {task.status === 'open' && search === '' && (
          <li>
            <UnstyledButton
              className={classes.person}
              aria-current={task.user_id === null}
              onClick={() => choose(null, t('pool'))}
            >
              <PoolMark />
            </UnstyledButton>
          </li>
        )}
        {people.map((person) => (
          <li key={person.id}>
            <UnstyledButton
              className={classes.person}
              aria-current={task.user_id === person.id}
              onClick={() => choose(person.id, person.full_name)}
            >
              <PersonName id={person.id} name={person.full_name} src={address(person.avatar)} size={22} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {people.length === 0 && search !== '' && <p className={classes.note}>{tForms('nothingFound')}</p>}
    </Window>
  )
}

function Due(props: EditorProps) {
  const { task } = props
  const t = useTranslations('tasks')
  const tBulk = useTranslations('taskBulk')
  const format = useFormat()
  const [value, setValue] = useState(task.due_at)
  const send = useValue(props)
  const save = (chosen: string | null) =>
    void send(
      { action: 'due', value: chosen },
      chosen === null ? tBulk('noDue') : format.date(chosen, { withTime: true }),
    )
  return (
    <Window {...props}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save(value)
        }}
      >
        <DateTimeField
          name="due_at"
          label={t('fieldDue')}
          value={value}
          onChange={setValue}
          error={undefined}
          isInWindow
        />
        <div className={classes.buttons}>
          {task.due_at !== null && (
            <Button variant="subtle" color="gray" onClick={() => save(null)}>
              {tBulk('noDue')}
            </Button>
          )}
          <Button type="submit" disabled={value === null || value === task.due_at}>
            {tBulk('apply')}
          </Button>
        </div>
      </form>
    </Window>
  )
}

function Quantity(props: EditorProps) {
  const { task } = props
  const t = useTranslations('tasks')
  const tBulk = useTranslations('taskBulk')
  const format = useFormat()
  const words = useWorthWords()
  const [value, setValue] = useState<number | null>(task.quantity)
  const send = useValue(props)
  const { data } = useCall(
    'products.get',
    { params: { id: task.product_id ?? 0 } },
    { enabled: task.product_id !== null },
  )
  const isTooSmall = value !== null && value < Math.max(1, task.quantity_done)
  const sums = value === null ? null : resizedSums(task, data?.product ?? null, value)
  const [before, after] = [words(task), sums ? words(sums) : '']
  return (
    <Window {...props}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (value !== null && !isTooSmall) void send({ action: 'quantity', value }, format.number(value))
        }}
      >
        <NumberField
          name="quantity"
          label={t('fieldQuantity')}
          value={value}
          onChange={setValue}
          error={isTooSmall ? tBulk('refusedQuantity') : undefined}
        />
        {value !== task.quantity && before !== '' && (
          <p className={classes.note} role="status">
            {before === after ? tBulk('payStays', { pay: before }) : tBulk('payFollows', { before, after })}
          </p>
        )}
        <div className={classes.buttons}>
          <Button type="submit" disabled={value === null || value === task.quantity || isTooSmall}>
            {tBulk('apply')}
          </Button>
        </div>
      </form>
    </Window>
  )
}
