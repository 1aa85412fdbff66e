import { VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'use-intl'
import classes from './skeleton.module.css'

/**
 * `thumb`: a picture and two lines; `text`: a line; `figure`: a short line on the right; `glyph`: a square.
 */
export type SkeletonCell = { kind: 'thumb' | 'text' | 'figure' | 'glyph'; width?: number }

const usualCells: readonly SkeletonCell[] = [
  { kind: 'thumb' },
  { kind: 'text', width: 140 },
  { kind: 'figure', width: 110 },
]

type SkeletonRowsProps = { rows?: number; height?: number; cells?: readonly SkeletonCell[] }

/**
 * Placeholders for rows that are loading, in the grid of the list. Appears after 150 ms and fades downwards.
 */
export function SkeletonRows({ rows = 6, height = 44, cells = usualCells }: SkeletonRowsProps) {
  const t = useTranslations('ui')
  const columns = cells
    .map((cell) => (cell.width === undefined ? 'minmax(0, 1fr)' : `${cell.width}px`))
    .join(' ')
  return (
    <div className={classes.rows} role="status" data-skeleton>
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
          key={row}
          className={classes.row}
          style={{ height, gridTemplateColumns: columns, opacity: 1 - (row / rows) * 0.85 }}
        >
          {cells.map((cell, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells have no other name and never move
            <Cell key={column} kind={cell.kind} step={row + column} />
          ))}
        </div>
      ))}
    </div>
  )
}

const lengths = [62, 48, 70, 54, 66] as const

function Cell({ kind, step }: { kind: SkeletonCell['kind']; step: number }) {
  const width = `${lengths[step % lengths.length]}%`
  if (kind === 'glyph') return <span className={classes.square} />
  if (kind === 'figure') return <span className={classes.figure} />
  if (kind === 'text') return <span className={classes.line} style={{ width }} />
  return (
    <span className={classes.thumb}>
      <span className={classes.picture} />
      <span className={classes.lines}>
        <span className={classes.line} style={{ width }} />
        <span className={classes.thin} />
      </span>
    </span>
  )
}
