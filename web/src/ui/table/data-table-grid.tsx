import clsx from 'clsx'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { LazyBoundary } from '../states/lazy-boundary.tsx'
import { lazyPart } from '../states/lazy-part.ts'
import { type SkeletonCell, SkeletonRows } from '../states/skeleton.tsx'
import { ColumnTitle } from './column-title.tsx'
import { roomyWidthOf, selectionWidth, widthOf } from './column-widths.ts'
import classes from './data-table.module.css'
import { PageCheckbox, type PageSelection, RowCheckbox, usePageSelection } from './data-table-checkboxes.tsx'
import { type DataColumn, type DataTableProps, rowHeights } from './data-table-types.ts'
import { handleRowKey, rowPresses } from './row-keys.ts'
import { type ColumnDrag, useColumnDrag } from './use-column-drag.ts'
import { useTableKeys } from './use-table-keys.ts'

// Loaded with the menus of the table, after the list.
const ColumnEdge = lazyPart(async () => (await import('./data-table-menus.tsx')).ColumnEdge)

type GridProps<Row extends { id: number }, Sort extends string> = Pick<
  DataTableProps<Row, Sort>,
  | 'label'
  | 'columns'
  | 'rows'
  | 'state'
  | 'onStateChange'
  | 'onOpen'
  | 'addressOf'
  | 'rowClassName'
  | 'selection'
  | 'onWidthChange'
  | 'onOrderChange'
  | 'editor'
> & { density: NonNullable<DataTableProps<Row, Sort>['density']>; isRefreshing: boolean }

/** The rows and their header. Without `rows` it shows the skeleton in the same grid. */
export function DataTableGrid<Row extends { id: number }, Sort extends string>(props: GridProps<Row, Sort>) {
  const { label, columns, rows, state, onStateChange, density, isRefreshing, selection, onWidthChange } =
    props
  const drag = useColumnDrag(
    columns.map(({ key }) => key),
    props.onOrderChange,
  )
  const names = columns.findIndex(({ width }) => width === undefined)
  const [focused, setFocused] = useState(0)
  const height = rowHeights[density]
  const page = usePageSelection(rows, selection, isRefreshing)
  const body = useRef<HTMLTableSectionElement>(null)
  const active = Math.min(focused, (rows?.length ?? 0) - 1)
  const ids = rows?.map(({ id }) => id) ?? []
  useTableKeys({
    body,
    ids,
    active,
    page,
    opens: props.onOpen !== undefined,
    edits: Boolean(props.editor),
  })
  return (
    <div className={clsx(classes.grid, isRefreshing && classes.refreshing)}>
      <table
        className={classes.rows}
        aria-label={label}
        aria-busy={isRefreshing}
        style={{ minWidth: widthOf(columns, page !== null), '--row-height': `${height}px` }}
      >
        <thead>
          <tr>
            {page && (
              <th className={classes.selectionCell} style={{ width: selectionWidth }}>
                <PageCheckbox page={page} />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell
                key={column.key}
                column={column}
                isBeforeNames={columns.indexOf(column) < names}
                onWidthChange={onWidthChange}
                drag={drag(column.key)}
              >
                <ColumnTitle column={column} state={state} onStateChange={onStateChange} />
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows?.map((row, index) => (
            <GridRow
              {...props}
              key={row.id}
              row={row}
              page={page}
              isInTabOrder={index === active}
              onFocus={() => setFocused(index)}
            />
          ))}
        </tbody>
      </table>
      {props.editor}
      {rows === undefined && <Skeleton columns={columns} height={height} />}
    </div>
  )
}

type HeaderCellProps = {
  column: Pick<DataColumn<never, never>, 'key' | 'title' | 'header' | 'width' | 'roomyWidth' | 'align'>
  isBeforeNames: boolean
  onWidthChange: ((column: string, width: number | null) => void) | undefined
  drag: ColumnDrag
  children: ReactNode
}

function HeaderCell({ column, isBeforeNames, onWidthChange, drag, children }: HeaderCellProps) {
  const { key, title, header, width, align } = column
  const id = useId()
  if (width === undefined) {
    return (
      <th data-align={align} data-least={roomyWidthOf(column)} {...drag.place}>
        <span {...drag.handle}>{children}</span>
      </th>
    )
  }
  const hasEdge = onWidthChange !== undefined && header !== ''
  return (
    // The name of the edge is no part of the name of the column.
    <th data-align={align} style={{ width }} {...drag.place} {...(hasEdge && { 'aria-labelledby': id })}>
      <span {...drag.handle} {...(hasEdge && { id })}>
        {children}
      </span>
      {hasEdge && (
        <LazyBoundary>
          <ColumnEdge
            title={title}
            width={width}
            side={isBeforeNames ? 'right' : 'left'}
            onChange={(chosen) => onWidthChange(key, chosen)}
          />
        </LazyBoundary>
      )}
    </th>
  )
}

type GridRowProps<Row extends { id: number }, Sort extends string> = Pick<
  GridProps<Row, Sort>,
  'columns' | 'onOpen' | 'addressOf' | 'rowClassName'
> & {
  row: Row
  page: PageSelection<Row> | null
  /** Tab leads to one row only; the arrows lead to the others. */
  isInTabOrder: boolean
  onFocus: () => void
}

function GridRow<Row extends { id: number }, Sort extends string>(props: GridRowProps<Row, Sort>) {
  const { row, columns, page, onOpen, addressOf, rowClassName, isInTabOrder, onFocus } = props
  const open = onOpen && (() => onOpen(row))
  const toggle = page ? () => page.press(row.id) : undefined
  return (
    <tr
      className={clsx(open && classes.opens, rowClassName?.(row))}
      data-selected={page?.isSelected(row.id) || undefined}
      tabIndex={isInTabOrder ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => handleRowKey(event, { open, toggle })}
      {...rowPresses({ open, address: addressOf && (() => addressOf(row)) })}
    >
      {page && (
        <td className={classes.selectionCell}>
          <RowCheckbox row={row} page={page} />
        </td>
      )}
      {columns.map((column) => {
        const content = column.render(row)
        // Text that is longer than its column is cut, so the whole text is its title.
        const title = typeof content === 'string' ? content : undefined
        return (
          <td key={column.key} data-align={column.align} title={title}>
            {content}
          </td>
        )
      })}
    </tr>
  )
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
