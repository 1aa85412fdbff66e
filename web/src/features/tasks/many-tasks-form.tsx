import { type KeyboardEvent, useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { withFields } from '../../api/failure.ts'
import { useAction } from '../../api/query.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { useAskUnsaved } from '../../forms/unsaved-changes.tsx'
import { useFormState } from '../../forms/use-form-state.ts'
import { useFormat } from '../../ui/format-context.tsx'
import { notify } from '../../ui/notify.ts'
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
import { emptyDraft } from './task-draft.ts'
import { taskReads } from './task-reads.ts'
import { type Doers, useDoers } from './use-doers.ts'
import { type RowProducts, useRowProducts } from './use-row-products.ts'
import { useTaskDefaults } from './use-task-defaults.ts'

/** So many rows stand ready; on a phone they are long. */
const firstRows = { desk: 5, phone: 1 } as const

type ManyTasksFormProps = { close: () => void; isPhone: boolean }

/** Many tasks in one sheet: what holds for all, and a row for each. All are created, or none. */
export function ManyTasksForm({ close, isPhone }: ManyTasksFormProps) {
  const t = useTranslations('manyTasks')
  const doers = useDoers()
  const sets = useRowProducts()
  const reading = useReading(doers, sets)
  const askUnsaved = useAskUnsaved()
  const form = useManyForm(useInitial(isPhone ? firstRows.phone : firstRows.desk), reading, close)
  const leave = async () => {
    if (!form.isDirty || (await askUnsaved(t('rows').toLocaleLowerCase()))) close()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The first Esc closes what the field has opened; one in a layer above is that layer's.
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
        <ManyRows form={form} isPhone={isPhone} doers={doers} sets={sets} reading={reading} />
      </FormShell>
    </div>
  )
}

/** How the cells are read now: always the same function while nothing about it changes. */
function useReading({ ids }: Doers, { byKey }: RowProducts): () => Reading {
  const { timezone, locale, now } = useFormat()
  return useCallback(
    () => ({ clock: { timezone, locale, now: now() }, doers: ids, products: byKey }),
    [timezone, locale, now, ids, byKey],
  )
}

function useManyForm(initial: ManyValues, reading: () => Reading, close: () => void) {
  const t = useTranslations('manyTasks')
  const create = useAction('tasks.createMany', { refreshes: taskReads })
  return useFormState<ManyValues>({
    call: 'tasks.createMany',
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
  // Made once: the rows have keys of their own.
  const [initial] = useState((): ManyValues => {
    const { title, description, norm_seconds, product_id, ...common } = { ...emptyDraft, ...defaults }
    return { ...common, tasks: Array.from({ length: rows }, emptyRow) }
  })
  return initial
}
