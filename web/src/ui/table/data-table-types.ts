import type { FileFormat } from '@artel/contract/shapes/list'
import type { ReactNode } from 'react'
import type { Selected } from '../selection/row-selection.ts'
import type { ActiveFilter } from '../states/states.tsx'

export type DataColumn<Row, Sort extends string> = {
  key: string
  title: string
  /** Drawn in the header instead of the title. The title stays the name of the column. */
  header?: ReactNode
  /** Width in pixels. Columns without it share the remaining space, so leave at least one without: the name. */
  width?: number
  /**
   * Width in pixels below which extra columns are left out, for a column without `width`. Long names need more
   * than the default, which is also the width that such a column never falls below.
   */
  roomyWidth?: number
  align?: 'left' | 'center' | 'right'
  /** Absent: the column does not sort. */
  sortBy?: Sort
  /** Whether the person may hide the column; false for the name of the item. */
  hidable?: boolean
  /**
   * Left out if the columns do not all fit, so that names are not cut and the table need not scroll sideways:
   * the last such column first, and 'last' ones only after all others.
   */
  isExtra?: true | 'last'
  render: (row: Row) => ReactNode
}

/** State of the list in the request. */
export type ListState<Sort extends string> = {
  page: number
  limit: number
  sort_by: Sort
  direction: 'asc' | 'desc'
}

/** State of the list in the response; `exact` is false if the total is an estimate. */
export type ListPagination = { page: number; limit: number; total: number; pages: number; exact: boolean }

export type Density = 'compact' | 'default' | 'roomy'

export const rowHeights: Record<Density, number> = { compact: 36, default: 44, roomy: 52 }

/** What failed, for the person and for support. */
type ListError = { title: string; text?: string; requestId?: string; isUnreached?: boolean }

/** An action of the feature on the selected rows. */
export type BulkAction = { key: string; label: string; icon: ReactNode; run: () => void }

/** Makes rows selectable. The feature declares the actions on them. */
export type TableSelection<Row> = {
  selected: Selected
  onChange: (selected: Selected) => void
  /** Name of the row for its checkbox. */
  nameOf: (row: Row) => string
  /** Maximum number of rows that can be changed at once. */
  most: number
  /** Actions in order of likely use. */
  actions: readonly BulkAction[]
}

export type DataTableProps<Row extends { id: number }, Sort extends string> = {
  /** What the rows are, for screen readers. */
  label: string
  columns: readonly DataColumn<Row, Sort>[]
  /** Absent until the first response. */
  rows: Row[] | undefined
  pagination: ListPagination | undefined
  state: ListState<Sort>
  onStateChange: (state: ListState<Sort>) => void
  /** No rows have arrived yet, so the skeleton shows. */
  isLoading: boolean
  /** Rows are shown while new ones are loading. */
  isRefreshing?: boolean
  error?: ListError | undefined
  onRetry: () => void
  /** Shown if no item exists yet. */
  empty: ReactNode
  filtered?: { filters: readonly ActiveFilter[]; search?: string; onClear: () => void }
  /** Opens the item of the row. The name inside the row is a separate link. */
  onOpen?: (row: Row) => void
  /** The address of the page of a row, for a new tab. */
  addressOf?: (row: Row) => string
  rowClassName?: (row: Row) => string | undefined
  /** The editor of the cell that is being changed, see `EditableCell`. Absent: no value is changed in the rows. */
  editor?: ReactNode
  /** The row on a phone. */
  card: (row: Row) => ReactNode
  hidden?: readonly string[]
  onHiddenChange?: (hidden: string[]) => void
  /** Saves the columns under a name, together with what the list shows. */
  saveColumns?: { label: string; onClick: () => void }
  /** Keys of columns in the order that the person chose. */
  order?: readonly string[]
  onOrderChange?: (order: string[]) => void
  /** Widths that the person gave to columns, in pixels. */
  widths?: Readonly<Record<string, number | null>>
  /** Null: the usual width. */
  onWidthChange?: (column: string, width: number | null) => void
  density?: Density
  onDensityChange?: (density: Density) => void
  /** Saves a chosen page size for this person; `onStateChange` is called as well. */
  onPageSizeChange?: (limit: number) => void
  /** Above the rows on the left: search and filters. */
  toolbar?: ReactNode
  /** Above the rows on the right, before the menus for columns and density. */
  tools?: ReactNode
  /** Downloads all rows of the filter as a file. */
  download?: { isBusy: boolean; start: (format: FileFormat) => void }
  selection?: TableSelection<Row>
  /** Totals of the filter, in the footer. */
  totals?: ReactNode
}
