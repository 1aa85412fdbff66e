import { ActionIcon } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, memo } from 'react'
import { useTranslations } from 'use-intl'
import { writeRoubles, writeWhole } from '../../../forms/typed/number-text.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { ManyCell } from './many-cell.tsx'
import classes from './many-tasks.module.css'
import { type CellName, cellNames, type Reading, readCell, sumsOfRow, type TaskRow } from './many-tasks.ts'
import type { Assignees } from './use-assignees.ts'
import type { ManyChange } from './use-many-rows.ts'
import type { RowHints } from './use-row-hints.ts'
import type { RowProducts } from './use-row-products.ts'

type ManyRowProps = {
  row: TaskRow
  index: number
  /** No column headers stand above the cells. */
  hasLabels: boolean
  /** The only row cannot be removed. */
  isOnly: boolean
  isFull: boolean
  /** The errors of the cells, in cell order, as JSON. */
  errors: string
  hints: RowHints
  assignees: Assignees
  sets: RowProducts
  /** The quantity for rows without a quantity of their own. */
  quantity: number | null
  reading: () => Reading
  change: ManyChange
}

/** Memoized, because there may be 200 rows: a row renders again only when its props change. */
export const ManyRow = memo(function ManyRow(props: ManyRowProps) {
  const { row, index, hasLabels, errors, assignees, sets, reading, change } = props
  const t = useTranslations('manyTasks')
  const refused: string[] = JSON.parse(errors)
  const { hints, product } = useProductHints(props)
  const problemOf = (name: CellName): string =>
    readCell(name, row[name], reading()).valid ? '' : t(`wrong_${name}`, { text: row[name] })
  return (
    <li className={classes.row} aria-label={t('row', { row: index + 1 })}>
      {cellNames.map((name, place) => (
        <ManyCell
          key={name}
          id={change.idOf(row.key, name)}
          isFirst={index === 0 && place === 0}
          name={name}
          label={hasLabels ? t(`cell_${name}`) : undefined}
          title={t('cell', { name: t(`cell_${name}`), row: index + 1 })}
          value={row[name]}
          placeholder={hints[name]}
          error={refused[place] ?? ''}
          problem={problemOf(name)}
          assignees={assignees}
          sets={sets}
          product={product}
          onChange={(text) => change.write(index, name, text)}
          onKeyDown={(event) => handleCellKey(event, change, index, name)}
          onPaste={(event: ClipboardEvent) => {
            if (change.paste(index, name, event.clipboardData.getData('text/plain'))) event.preventDefault()
          }}
        />
      ))}
      <RowButtons {...props} />
    </li>
  )
})

/** Placeholders of the cells. For a row with a product, empty money and coins cells show its rates. */
function useProductHints({ row, hints, quantity, reading }: ManyRowProps) {
  const { locale } = useFormat()
  const found = sumsOfRow(row, { quantity }, reading())
  if (!found) return { hints, product: null }
  const { product, money, coins } = found
  const sums = { money: writeRoubles(money, locale === 'ru' ? ',' : '.'), coins: writeWhole(coins) }
  return { product, hints: { ...hints, ...sums } }
}

function RowButtons({ index, isOnly, isFull, change }: ManyRowProps) {
  const t = useTranslations('manyTasks')
  const names = { repeat: t('repeatRow', { row: index + 1 }), remove: t('removeRow', { row: index + 1 }) }
  return (
    <span className={classes.buttons}>
      <ActionIcon
        className={classes.button ?? ''}
        aria-label={names.repeat}
        title={names.repeat}
        disabled={isFull}
        onClick={() => change.repeat(index)}
      >
        <IconCopy size={16} stroke={1.8} />
      </ActionIcon>
      <ActionIcon
        className={classes.button ?? ''}
        aria-label={names.remove}
        title={names.remove}
        disabled={isOnly}
        onClick={() => change.remove(index)}
      >
        <IconTrash size={16} stroke={1.8} />
      </ActionIcon>
    </span>
  )
}

function handleCellKey(event: KeyboardEvent, change: ManyChange, index: number, name: CellName): void {
  // An open list of people has already handled the key to pick an entry.
  if (event.defaultPrevented) return
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
    // Enter must not submit the form, as it does in an ordinary field.
    event.preventDefault()
    change.go(index, name, event.shiftKey ? -1 : 1)
  }
  // The physical key, because a Russian layout gives another letter there.
  if (event.code === 'KeyD' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    change.repeat(index)
  }
}
