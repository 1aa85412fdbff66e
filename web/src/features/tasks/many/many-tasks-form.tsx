import { type KeyboardEvent, useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { withFields } from '../../../api/send/failure.ts'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useAskUnsaved } from '../../../forms/form/unsaved-changes.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { emptyDraft } from '../form/task-draft.ts'
import { useTaskDefaults } from '../form/use-task-defaults.ts'
import { ManyCommon } from './many-common.tsx'
import { ManyRows } from './many-rows.tsx'
import {
  bodyOf,
  type CellName,
  checkRows,
  emptyRow,
  isBlank,
  type ManyValues,
  placeErrors,
  type Reading,
} from './many-tasks.ts'
import { type Assignees, useAssignees } from './use-assignees.ts'
import { type RowProducts, useRowProducts } from './use-row-products.ts'

/** Empty rows at the start. A phone gets fewer, because a row is tall there. */
const firstRows = { desk: 5, phone: 1 } as const

type ManyTasksFormProps = { close: () => void; isPhone: boolean }

/**
 * Many tasks in one sheet: the common values, and a row for each task.
 * The server creates all of them or none.
 */
export function ManyTasksForm({ close, isPhone }: ManyTasksFormProps) {
  const t = useTranslations('manyTasks')
  const assignees = useAssignees()
  const sets = useRowProducts()
  const reading = useReading(assignees, sets)
  const askUnsaved = useAskUnsaved()
  const form = useManyForm(useInitial(isPhone ? firstRows.phone : firstRows.desk), reading, close)
  const leave = async () => {
    if (!form.isDirty || (await askUnsaved(t('rows').toLocaleLowerCase()))) close()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The first Esc closes the list that the field has opened. A dialog above this one handles its own Esc.
    const { target, currentTarget } = event
    const isHere = target instanceof HTMLElement && currentTarget.contains(target)
    if (event.key !== 'Escape' || !isHere || target.ariaExpanded === 'true') return
    event.preventDefault()
    void leave()
  }
  const count = form.values.tasks.filter((row) => !isBlank(row)).length
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the Esc of the fields inside
    <div onKeyDown={onKeyDown}>
      <FormShell
        form={form}
        layout="dialog"
        submitLabel={t('submit', { count })}
        cancel={{ label: t('close'), onClick: () => void leave() }}
      >
        <ManyCommon form={form} />
        <ManyRows form={form} isPhone={isPhone} assignees={assignees} sets={sets} reading={reading} />
      </FormShell>
    </div>
  )
}

/** How cells are parsed now. Returns the same function until one of its inputs changes. */
function useReading({ ids }: Assignees, { byKey }: RowProducts): () => Reading {
  const { timezone, locale, now } = useFormat()
  return useCallback(
    () => ({ clock: { timezone, locale, now: now() }, assignees: ids, products: byKey }),
    [timezone, locale, now, ids, byKey],
  )
}

function useManyForm(initial: ManyValues, reading: () => Reading, close: () => void) {
  const t = useTranslations('manyTasks')
  const create = useAction('tasks.createMany')
  return useFormState<ManyValues>({
    call: 'tasks.createMany',
    draft: { item: 'new', isNew: true },
    initial,
    check: ({ tasks }) => checkRows(tasks, reading(), (name: CellName, text) => t(`wrong_${name}`, { text })),
    send: async (values) => {
      const { body, places } = bodyOf(values, reading())
      const { tasks } = await create.mutateAsync({ body }).catch((failure: unknown) => {
        throw withFields(failure, (errors) => placeErrors(errors, places))
      })
      close()
      notify({ text: t('created', { count: tasks.length }), tone: 'ok' })
    },
  })
}

function useInitial(rows: number): ManyValues {
  const defaults = useTaskDefaults()
  // Computed once, because each empty row gets its own key.
  const [initial] = useState((): ManyValues => {
    const { title, description, norm_seconds, product_id, ...common } = { ...emptyDraft, ...defaults }
    return { ...common, tasks: Array.from({ length: rows }, emptyRow) }
  })
  return initial
}
