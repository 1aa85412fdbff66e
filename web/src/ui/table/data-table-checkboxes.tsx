import { Checkbox } from '@mantine/core'
import { type ChangeEvent, type MouseEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isSelected, moveRange, selectOnPage, toggleRange, toggleRow } from '../selection/row-selection.ts'
import classes from './data-table.module.css'
import type { TableSelection } from './data-table-types.ts'

export type PageSelection<Row> = NonNullable<ReturnType<typeof usePageSelection<Row & { id: number }>>>

/**
 * The checkboxes of a page, for a selection that spans pages. Rows of the previous search stay until the new rows
 * arrive. They cannot be selected, because they would count among the new rows.
 */
export function usePageSelection<Row extends { id: number }>(
  rows: readonly Row[] = [],
  selection: TableSelection<Row> | undefined,
  isRefreshing: boolean,
) {
  /** A range begins at the row that was pressed last. With the arrows it ends elsewhere. */
  const [range, setRange] = useState<{ anchor: number; end: number }>()
  if (!selection) return null
  const { selected, onChange, nameOf } = selection
  const page = rows.map(({ id }) => id)
  const chosen = page.filter((id) => isSelected(selected, id))
  return {
    isDisabled: isRefreshing,
    isEmpty: page.length === 0,
    state: chosen.length === 0 ? 'none' : chosen.length === page.length ? 'all' : 'some',
    nameOf,
    isSelected: (id: number) => isSelected(selected, id),
    /** `isRange`: all rows from the last pressed one to this one. */
    press: (id: number, isRange = false) => {
      if (isRefreshing) return
      setRange({ anchor: id, end: id })
      const isKnown = isRange && range !== undefined && page.includes(range.anchor)
      onChange(isKnown ? toggleRange(selected, page, range.anchor, id) : toggleRow(selected, page, id))
    },
    /** Moves the end of the range, or begins one at `from`. */
    extend: (from: number, to: number) => {
      if (isRefreshing) return
      const isKnown = range?.end === from && page.includes(range.anchor)
      const anchor = isKnown ? range.anchor : from
      setRange({ anchor, end: to })
      onChange(moveRange(selected, page, anchor, [from, to]))
    },
    toggleAll: () => onChange(selectOnPage(selected, page, chosen.length === page.length ? [] : page)),
  } as const
}

/** Selects all rows of the page, or none of them. */
export function PageCheckbox<Row>({ page }: { page: PageSelection<Row> }) {
  const t = useTranslations('ui')
  return (
    <Checkbox
      aria-label={t('selectPage')}
      disabled={page.isDisabled || page.isEmpty}
      checked={page.state === 'all'}
      indeterminate={page.state === 'some'}
      onChange={page.toggleAll}
    />
  )
}

/** Fills its cell, because a press beside the checkbox must not open the row. */
export function RowCheckbox<Row extends { id: number }>({
  row,
  page,
}: {
  row: Row
  page: PageSelection<Row>
}) {
  const field = useId()
  return (
    // A press with Shift would select the text between the rows.
    <label className={classes.selectionArea} htmlFor={field} onMouseDown={dropTextSelection}>
      <Checkbox
        id={field}
        aria-label={page.nameOf(row)}
        tabIndex={-1}
        disabled={page.isDisabled}
        checked={page.isSelected(row.id)}
        onChange={(event) => page.press(row.id, isWithShift(event))}
      />
    </label>
  )
}

function dropTextSelection(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault()
}

const isWithShift = ({ nativeEvent }: ChangeEvent) =>
  'shiftKey' in nativeEvent && nativeEvent.shiftKey === true
