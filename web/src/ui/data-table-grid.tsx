import '@mantine/core/styles/Table.css'
import 'mantine-datatable/styles.css'
import clsx from 'clsx'
import { type DataTableColumn, DataTable as Grid } from 'mantine-datatable'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ColumnTitle } from './column-title.tsx'
import { selectionWidth, widthOf } from './column-widths.ts'
import classes from './data-table.module.css'
import {
  type DataColumn,
  type DataTableProps,
  type ListState,
  rowHeights,
  type TableSelection,
} from './data-table-types.ts'
import { handleRowKey, opensRow } from './row-keys.ts'
import { isSelected, selectOnPage, toggleRow } from './row-selection.ts'
import { type SkeletonCell, SkeletonRows } from './skeleton.tsx'

type GridProps<Row extends { id: number }, Sort extends string> = Pick<
  DataTableProps<Row, Sort>,
  'label' | 'columns' | 'rows' | 'state' | 'onStateChange' | 'onOpen' | 'rowClassName' | 'selection'
> & { density: NonNullable<DataTableProps<Row, Sort>['density']>; isRefreshing: boolean }

/** The rows and their header. Without `rows` it shows the skeleton in the same grid. */
export function DataTableGrid<Row extends { id: number }, Sort extends string>(props: GridProps<Row, Sort>) {
  const {
    label,
    columns,
    rows,
    state,
    onStateChange,
    onOpen,
    rowClassName,
    density,
    isRefreshing,
    selection,
  } = props
  const [focused, setFocused] = useState(0)
  const height = rowHeights[density]
  const minWidth = widthOf(columns, selection !== undefined)
  const select = useGridSelection(rows, selection, isRefreshing)
  return (
    <Grid<Row>
      aria-label={label}
      aria-busy={isRefreshing}
      className={clsx(classes.grid, isRefreshing && classes.refreshing)}
      style={{ '--row-height': `${height}px` }}
      styles={{ table: { minWidth, tableLayout: 'fixed' } }}
      columns={columns.map((column) => toGridColumn(column, state, onStateChange))}
      records={rows ?? []}
      highlightOnHover
      verticalSpacing={0}
      minHeight={rows === undefined ? 32 + height * 8 : 0}
      emptyState={rows === undefined ? <Skeleton columns={columns} height={height} /> : <span />}
      {...(rowClassName && { rowClassName: (row: Row) => rowClassName(row) })}
      {...(onOpen && {
        onRowClick: ({ record, event }) => {
          if (opensRow(event)) onOpen(record)
        },
      })}
      customRowAttributes={(row, index) => ({
        tabIndex: index === Math.min(focused, (rows?.length ?? 1) - 1) ? 0 : -1,
        onFocus: () => setFocused(index),
        onKeyDown: (event: React.KeyboardEvent<HTMLElement>) =>
          handleRowKey(event, {
            open: onOpen && (() => onOpen(row)),
            toggle: select ? () => select.toggle(row.id) : undefined,
          }),
      })}
      {...select?.props}
    />
  )
}

/**
 * The checkboxes of the grid and ranges by Shift, for a selection that spans pages. Rows of the previous
 * search stay until the new rows arrive. They cannot be selected, because they would count among the new
 * rows.
 */
function useGridSelection<Row extends { id: number }>(
  rows: readonly Row[] = [],
  selection: TableSelection<Row> | undefined,
  isRefreshing: boolean,
) {
  const t = useTranslations('ui')
  if (!selection) return null
  const { selected, onChange, nameOf } = selection
  const page = rows.map(({ id }) => id)
  return {
    toggle: (id: number) => {
      if (!isRefreshing) onChange(toggleRow(selected, page, id))
    },
    props: {
      selectedRecords: rows.filter(({ id }) => isSelected(selected, id)),
      onSelectedRecordsChange: (chosen: readonly Row[]) =>
        onChange(
          selectOnPage(
            selected,
            page,
            chosen.map(({ id }) => id),
          ),
        ),
      selectionColumnClassName: classes.selectionCell ?? '',
      selectionColumnStyle: { width: selectionWidth, minWidth: selectionWidth },
      allRecordsSelectionCheckboxProps: {
        'aria-label': t('selectPage'),
        disabled: isRefreshing || rows.length === 0,
      },
      getRecordSelectionCheckboxProps: (row: Row) => ({
        'aria-label': nameOf(row),
        tabIndex: -1,
        disabled: isRefreshing,
      }),
    },
  }
}

function toGridColumn<Row, Sort extends string>(
  column: DataColumn<Row, Sort>,
  state: ListState<Sort>,
  onStateChange: (state: ListState<Sort>) => void,
): DataTableColumn<Row> {
  return {
    accessor: column.key,
    title: <ColumnTitle column={column} state={state} onStateChange={onStateChange} />,
    textAlign: column.align ?? 'left',
    ellipsis: true,
    ...(column.width !== undefined && { width: column.width }),
    render: (row) => column.render(row),
    // Text that is longer than its column is cut, so the whole text is its title.
    customCellAttributes: (row) => {
      const content = column.render(row)
      return typeof content === 'string' ? { title: content } : {}
    },
  }
}

function Skeleton<Row, Sort extends string>({
  columns,
  height,
}: {
  columns: readonly DataColumn<Row, Sort>[]
  height: number
}) {
  const cells = columns.map(({ align, width }): SkeletonCell => {
    if (width === undefined) return { kind: 'thumb' }
    const kinds = { left: 'text', center: 'glyph', right: 'figure' } as const
    return { kind: kinds[align ?? 'left'], width }
  })
  return <SkeletonRows rows={8} height={height} cells={cells} />
}
