import { Checkbox, VisuallyHidden } from '@mantine/core'
import clsx from 'clsx'
import { useId } from 'react'
import list from '../page/card-list.module.css'
import { isSelected, toggleRow } from '../selection/row-selection.ts'
import classes from './data-table.module.css'
import type { DataTableProps } from './data-table-types.ts'

type CardsProps<Row extends { id: number }, Sort extends string> = Pick<
  DataTableProps<Row, Sort>,
  'card' | 'isRefreshing' | 'selection'
> & { rows: Row[]; isSelecting: boolean }

/** The rows on a phone. While rows are being selected, a touch of a card selects it and does not open it. */
export function DataTableCards<Row extends { id: number }, Sort extends string>(
  props: CardsProps<Row, Sort>,
) {
  const { rows, card, isRefreshing = false, isSelecting, selection } = props
  return (
    <ul
      className={clsx(list.cards, classes.cards)}
      aria-busy={isRefreshing}
      data-selecting={isSelecting || undefined}
    >
      {rows.map((row) => (
        <li
          key={row.id}
          className={list.card}
          data-selected={(isSelecting && selection && isSelected(selection.selected, row.id)) || undefined}
        >
          {card(row)}
          {isSelecting && selection && (
            <Pick row={row} rows={rows} selection={selection} isRefreshing={isRefreshing} />
          )}
        </li>
      ))}
    </ul>
  )
}

type PickProps<Row extends { id: number }> = {
  row: Row
  rows: readonly Row[]
  isRefreshing: boolean
  selection: NonNullable<DataTableProps<Row, string>['selection']>
}

function Pick<Row extends { id: number }>({ row, rows, isRefreshing, selection }: PickProps<Row>) {
  const { selected, onChange, nameOf } = selection
  const field = useId()
  const page = rows.map(({ id }) => id)
  return (
    <>
      <Checkbox
        id={field}
        className={classes.pick ?? ''}
        size="sm"
        disabled={isRefreshing}
        checked={isSelected(selected, row.id)}
        onChange={() => onChange(toggleRow(selected, page, row.id))}
      />
      <label className={classes.pickArea} htmlFor={field}>
        <VisuallyHidden>{nameOf(row)}</VisuallyHidden>
      </label>
    </>
  )
}
