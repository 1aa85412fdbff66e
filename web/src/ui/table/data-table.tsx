import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListToolbar } from '../list/list-toolbar.tsx'
import { PageRange, PageSize, Pages } from '../list/pager.tsx'
import { LazyBoundary } from '../states/lazy-boundary.tsx'
import { lazyPart } from '../states/lazy-part.ts'
import { SkeletonRows } from '../states/skeleton.tsx'
import { ErrorState, FilteredEmptyState } from '../states/states.tsx'
import { inChosenOrder } from './column-order.ts'
import { fittingColumns, withChosenWidths } from './column-widths.ts'
import classes from './data-table.module.css'
import { DataTableCards } from './data-table-cards.tsx'
import { DataTableGrid } from './data-table-grid.tsx'
import { SelectButton, useSelecting } from './data-table-selection.tsx'
import type { DataTableProps } from './data-table-types.ts'

// These parts are loaded after the list, because a list is looked at first. Their space is reserved, so
// nothing moves.
const menus = () => import('./data-table-menus.tsx')
const ColumnsMenu = lazyPart(async () => (await menus()).ColumnsMenu)
const DensityMenu = lazyPart(async () => (await menus()).DensityMenu)
const DownloadMenu = lazyPart(async () => (await menus()).DownloadMenu)
const Selection = lazyPart(async () => (await import('../selection/selection.tsx')).Selection)

/** Maximum rows of a page; the contract admits no more. */
const longestPage = 200

/** The only table of the product. The server pages, sorts and filters; the table draws the response. */
export function DataTable<Row extends { id: number }, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const section = useRef<HTMLElement>(null)
  const selecting = useSelecting(props.selection, isPhone, section)
  const part = { isPhone, selecting, width: useWidth(section) }
  return (
    <section
      ref={section}
      className={classes.table}
      aria-label={props.label}
      data-selecting={selecting.isOn || undefined}
    >
      <Toolbar {...props} {...part} />
      <Content {...props} {...part} />
      {selecting.isOn && (
        <LazyBoundary>
          <Selection {...props} {...part} />
        </LazyBoundary>
      )}
      {props.pagination && props.error === undefined && props.pagination.total > 0 && (
        <Footer {...props} {...part} pagination={props.pagination} />
      )}
    </section>
  )
}

/** Measured before the first paint, so that no column appears and then disappears. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setWidth(current.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}

type PartProps<Row extends { id: number }, Sort extends string> = DataTableProps<Row, Sort> & {
  isPhone: boolean
  selecting: ReturnType<typeof useSelecting>
  /** Width in pixels; 0 until it is measured. */
  width: number
}

function Toolbar<Row extends { id: number }, Sort extends string>(props: PartProps<Row, Sort>) {
  const { toolbar, tools, download, onHiddenChange, onDensityChange, isPhone, selecting } = props
  if (!toolbar && !tools && !download && !onHiddenChange && !onDensityChange && !selecting.begin) return null
  return (
    <ListToolbar
      filters={toolbar}
      tools={
        <>
          {tools}
          {selecting.begin && <SelectButton onClick={selecting.begin} />}
          <LazyBoundary fallback={<MenusToCome {...props} />}>
            {!isPhone && <LooksMenus {...props} />}
            {download && <DownloadMenu {...download} />}
          </LazyBoundary>
        </>
      }
    />
  )
}

/** As wide as the menus that are loading, so that the elements beside them do not move. */
function MenusToCome({ isPhone, download, ...looks }: MenusToComeProps) {
  const some = isPhone ? [download] : [looks.onHiddenChange, looks.onDensityChange, download]
  const count = some.filter(Boolean).length
  return <span className={classes.menusToCome} style={{ '--menus': count }} />
}

type MenusToComeProps = {
  isPhone: boolean
  download?: unknown
  onHiddenChange?: unknown
  onDensityChange?: unknown
}

function LooksMenus<Row extends { id: number }, Sort extends string>(props: PartProps<Row, Sort>) {
  const { columns, hidden = [], onHiddenChange, density = 'default', onDensityChange } = props
  const { order = [], onOrderChange, saveColumns } = props
  return (
    <>
      {onHiddenChange && (
        <ColumnsMenu
          columns={inChosenOrder(columns, order)}
          hidden={hidden}
          onChange={onHiddenChange}
          onOrderChange={onOrderChange}
          save={saveColumns}
        />
      )}
      {onDensityChange && <DensityMenu density={density} onChange={onDensityChange} />}
    </>
  )
}

function Content<Row extends { id: number }, Sort extends string>(props: PartProps<Row, Sort>) {
  const { rows, error, onRetry, isLoading, filtered, empty, isPhone } = props
  if (error) return <ErrorState {...error} onRetry={onRetry} />
  const isNarrowed = filtered && (filtered.filters.length > 0 || Boolean(filtered.search))
  if (!isLoading && rows?.length === 0) return isNarrowed ? <FilteredEmptyState {...filtered} /> : empty
  if (!isPhone) {
    const { hidden = [], density = 'default', isRefreshing = false } = props
    const ordered = inChosenOrder(props.columns, props.order ?? [])
    const shown = ordered.filter((column) => column.hidable === false || !hidden.includes(column.key))
    const sized = withChosenWidths(shown, props.widths ?? {})
    const columns = fittingColumns(sized, props.width, props.selection !== undefined)
    return <DataTableGrid {...props} columns={columns} density={density} isRefreshing={isRefreshing} />
  }
  if (!rows) return <SkeletonRows rows={5} height={120} cells={[{ kind: 'thumb' }]} />
  return <DataTableCards {...props} rows={rows} isSelecting={props.selecting.isOn} />
}

function Footer<Row extends { id: number }, Sort extends string>(
  props: PartProps<Row, Sort> & { pagination: NonNullable<DataTableProps<Row, Sort>['pagination']> },
) {
  const { pagination, state, onStateChange, onPageSizeChange, totals, isPhone } = props
  const choose = (limit: number) => {
    onPageSizeChange?.(limit)
    onStateChange({ ...state, limit, page: 1 })
  }
  // A phone extends the page instead of paging, up to the maximum page size of the server.
  const grown = Math.min(longestPage, state.limit + 25)
  const more = isPhone && pagination.page === 1 ? Math.min(grown, pagination.total) - state.limit : 0
  return (
    <footer className={classes.footer}>
      {more > 0 && <More count={more} onClick={() => onStateChange({ ...state, limit: grown })} />}
      <PageRange pagination={pagination} />
      {totals && <span className={classes.totals}>{totals}</span>}
      <span className={classes.gap} />
      {!isPhone && <PageSize limit={state.limit} onChange={choose} />}
      {more <= 0 && (
        <Pages
          page={pagination.page}
          pages={pagination.pages}
          onChange={(page) => onStateChange({ ...state, page })}
        />
      )}
    </footer>
  )
}

function More({ count, onClick }: { count: number; onClick: () => void }) {
  const t = useTranslations('ui')
  return (
    <Button variant="default" fullWidth onClick={onClick}>
      {t('moreRows', { count })}
    </Button>
  )
}
