import { type RefObject, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { FormState } from '../../../forms/form/use-form-state.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { type CellName, emptyRow, type ManyValues, maxRows, pasteCells, type TaskRow } from './many-tasks.ts'
import { isTable, readCells } from './pasted-cells.ts'

export type ManyChange = ReturnType<typeof useManyRows>

/**
 * The operations on the rows.
 * Returns the same object on every render, so that only a changed row renders again.
 */
export function useManyRows(form: FormState<ManyValues>) {
  const t = useTranslations('manyTasks')
  const prefix = useId()
  const [first] = form.initial.tasks
  const latest = useRef({ form, t })
  const awaited = useRef<string | null>(first ? `${prefix}-${first.key}-title` : null)
  useEffect(() => {
    latest.current = { form, t }
    if (awaited.current === null) return
    // The row of this field was just added.
    document.getElementById(awaited.current)?.focus()
    awaited.current = null
  })
  return useMemo(() => changesOf(prefix, latest, awaited), [prefix])
}

type Latest = { form: FormState<ManyValues>; t: ReturnType<typeof useTranslations<'manyTasks'>> }

function changesOf(prefix: string, latest: RefObject<Latest>, awaited: RefObject<string | null>) {
  const rowsNow = () => latest.current.form.values.tasks
  const put = (rows: TaskRow[], part?: string) => latest.current.form.at('tasks').onChange(rows, part)
  const idOf = (key: number, name: CellName) => `${prefix}-${key}-${name}`
  const insert = (at: number, row: TaskRow) => {
    if (rowsNow().length >= maxRows) return
    awaited.current = idOf(row.key, 'title')
    put(rowsNow().toSpliced(at, 0, row))
  }
  return {
    idOf,
    write: (index: number, name: CellName, text: string) => {
      const rows = rowsNow().map((row, other) => (other === index ? { ...row, [name]: text } : row))
      put(rows, `tasks.${index}.${name}`)
    },
    add: (at: number) => insert(at, emptyRow()),
    repeat: (index: number) => {
      const row = rowsNow()[index]
      if (row) insert(index + 1, { ...row, key: emptyRow().key })
    },
    remove: (index: number) => {
      const rest = rowsNow().toSpliced(index, 1)
      const next = rest[Math.min(index, rest.length - 1)]
      if (next) awaited.current = idOf(next.key, 'title')
      put(rest)
    },
    /** Moves the focus to the same cell of a neighbouring row. Below the last row it adds a new one. */
    go: (index: number, name: CellName, step: 1 | -1) => {
      const next = rowsNow()[index + step]
      if (next) document.getElementById(idOf(next.key, name))?.focus()
      else if (step === 1) insert(index + 1, emptyRow())
    },
    /** @returns whether the text was a table; a plain text is left to the field */
    paste: (index: number, name: CellName, text: string): boolean => {
      if (!isTable(text)) return false
      const cells = readCells(text)
      const { rows, left } = pasteCells(rowsNow(), { row: index, cell: name }, cells)
      put(rows)
      if (left > 0) tellLeft(latest.current.t, cells.length, left)
      return true
    },
  }
}

const tellLeft = (t: Latest['t'], all: number, left: number) =>
  notify({ text: t('pastedPart', { taken: all - left, all, most: maxRows }), tone: 'warn' })
