import type { FileFormat } from '@artel/contract/list'
import type { ReactNode } from 'react'
import type { Selected } from './row-selection.ts'
import type { ActiveFilter } from './states.tsx'

export type DataColumn<Row, Sort extends string> = {
  key: string
  title: string
  /** Drawn in the header in place of the title; the title stays its name. */
  header?: ReactNode
  /** Pixels. Exactly the columns without it share what is left: have one. */
  width?: number
  align?: 'left' | 'center' | 'right'
  /** Absent: the column does not sort. */
  sortBy?: Sort
  /** May be hidden by the person; false for the name of the thing. */
  hidable?: boolean
  /** Left out, the last first, where the columns do not all fit: a table does not scroll sideways for its sake. */
  isExtra?: boolean
  render: (row: Row) => ReactNode
}

/** What the server was asked for. */
export type ListState<Sort extends string> = {
  page: number
  limit: number
  sort_by: Sort
  direction: 'asc' | 'desc'
}

/** What the server answered; `exact` is false where the total is an estimate. */
export type ListPagination = { page: number; limit: number; total: number; pages: number; exact: boolean }

export type Density = 'compact' | 'default' | 'roomy'

export const rowHeights: Record<Density, number> = { compact: 36, default: 44, roomy: 52 }

/** What failed, for the person and for whoever helps them. */
type ListError = { title: string; text?: string; requestId?: string }

/** Something that the feature does to what is selected. */
export type BulkAction = { key: string; label: string; icon: ReactNode; run: () => void }

/** Rows can be chosen; what is done with them is the feature's matter. */
export type TableSelection<Row> = {
  selected: Selected
  onChange: (selected: Selected) => void
  /** The row in words, for its checkbox. */
  nameOf: (row: Row) => string
  /** So many may be changed at once. */
  most: number
  /** The likely ones first. */
  actions: readonly BulkAction[]
}

export type DataTableProps<Row extends { id: number }, Sort extends string> = {
  /** What the rows are, for screen readers. */
  label: string
  columns: readonly DataColumn<Row, Sort>[]
  /** Absent until the first answer. */
  rows: Row[] | undefined
  pagination: ListPagination | undefined
  state: ListState<Sort>
  onStateChange: (state: ListState<Sort>) => void
  /** No rows yet: the skeleton shows. */
  isLoading: boolean
  /** Rows are there and new ones are on their way. */
  isRefreshing?: boolean
  error?: ListError | undefined
  onRetry: () => void
  /** First use: nothing exists yet. */
  empty: ReactNode
  filtered?: { filters: readonly ActiveFilter[]; search?: string; onClear: () => void }
  /** Opens what the row is about; the name inside the row is a link of its own. */
  onOpen?: (row: Row) => void
  rowClassName?: (row: Row) => string | undefined
  /** The row on a phone. */
  card: (row: Row) => ReactNode
  hidden?: readonly string[]
  onHiddenChange?: (hidden: string[]) => void
  density?: Density
  onDensityChange?: (density: Density) => void
  /** A page size was chosen, to be kept for this person; `onStateChange` is called as well. */
  onPageSizeChange?: (limit: number) => void
  /** Left above the rows: search and filters. */
  toolbar?: ReactNode
  /** Right above the rows, before the columns and the density. */
  tools?: ReactNode
  /** Gives all rows of the filter as a file. */
  download?: { isBusy: boolean; start: (format: FileFormat) => void }
  selection?: TableSelection<Row>
  /** Totals of the filter, in the footer. */
  totals?: ReactNode
}
