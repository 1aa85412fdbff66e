import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import classes from './data-table.module.css'
import type { DataColumn, ListState } from './data-table-types.ts'

type ColumnTitleProps<Row, Sort extends string> = {
  column: DataColumn<Row, Sort>
  state: ListState<Sort>
  onStateChange: (state: ListState<Sort>) => void
}

/** The title of a column, a button if the column sorts. */
export function ColumnTitle<Row, Sort extends string>(props: ColumnTitleProps<Row, Sort>) {
  const { title, header, sortBy, align = 'left' } = props.column
  if (sortBy === undefined)
    return header === undefined ? title : <NamedHeader title={title} header={header} />
  const { state, onStateChange } = props
  const isSorted = state.sort_by === sortBy
  const next = isSorted && state.direction === 'asc' ? 'desc' : 'asc'
  const isDown = isSorted && state.direction === 'desc'
  const Arrow = isDown ? IconArrowDown : IconArrowUp
  return (
    <UnstyledButton
      className={clsx(classes.sort, isSorted && classes.sorted)}
      data-align={align}
      title={title}
      onClick={() => onStateChange({ ...state, page: 1, sort_by: sortBy, direction: next })}
    >
      <span className={classes.sortTitle}>
        {header === undefined ? title : <NamedHeader title={title} header={header} />}
      </span>
      <Arrow className={classes.arrow} size={14} stroke={1.8} aria-hidden="true" />
      {isSorted && <SortedWord isDown={isDown} />}
    </UnstyledButton>
  )
}

function NamedHeader({ title, header }: Pick<DataColumn<never, never>, 'title' | 'header'>) {
  return (
    <>
      <span aria-hidden="true" title={title}>
        {header}
      </span>
      <VisuallyHidden>{title}</VisuallyHidden>
    </>
  )
}

function SortedWord({ isDown }: { isDown: boolean }) {
  const t = useTranslations('ui')
  return <VisuallyHidden>, {t(isDown ? 'sortedDesc' : 'sortedAsc')}</VisuallyHidden>
}
