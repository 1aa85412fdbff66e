import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { clampWidth, narrowest, widest } from './column-widths.ts'
import classes from './data-table.module.css'

/** Step of the arrow keys, in pixels. */
const keyStep = 16

export type ColumnEdgeProps = {
  title: string
  width: number
  /** The edge that borders on the column of the names, because only that edge moves. */
  side: 'left' | 'right'
  /** Null: the usual width. */
  onChange: (width: number | null) => void
}

/** The edge of a column in the header. It is dragged, or moved by the arrow keys. */
export function ColumnEdge({ title, width, side, onChange }: ColumnEdgeProps) {
  const t = useTranslations('ui')
  const edge = useRef<HTMLDivElement>(null)
  const drag = useRef<{ x: number; width: number }>(null)
  /** Whether the edge has moved since the last width was sent. The key of a reset is released after it, too. */
  const isMoved = useRef(false)
  const [seen, setSeen] = useState(width)
  const [shown, setShown] = useState(width)
  /** The width that was sent last, until it has come back. Answers to earlier changes are older than it. */
  const [sent, setSent] = useState<number | null>(null)
  if (width !== seen) {
    setSeen(width)
    if (sent === null || sent === width) {
      setShown(width)
      setSent(null)
    }
  }
  // Only this cell is changed while the edge moves, because drawing all rows again would be slow.
  useLayoutEffect(() => {
    const cell = edge.current?.closest('th')
    if (cell) cell.style.width = `${shown}px`
  }, [shown])
  const change = (to: number) => {
    isMoved.current = true
    setShown(clampWidth(to, shown, spareOf(edge.current)))
  }
  const save = () => {
    if (!isMoved.current) return
    isMoved.current = false
    setSent(shown)
    onChange(shown)
  }
  const reset = () => {
    isMoved.current = false
    setSent(null)
    onChange(null)
  }
  const sign = side === 'right' ? 1 : -1
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? sign : event.key === 'ArrowLeft' ? -sign : 0
    if (step === 0 && event.key !== 'Enter') return
    event.preventDefault()
    if (step === 0) reset()
    else change(shown + step * keyStep)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) change(drag.current.width + sign * (event.clientX - drag.current.x))
  }
  const end = () => {
    if (drag.current) save()
    drag.current = null
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      ref={edge}
      role="separator"
      tabIndex={0}
      className={classes.edge}
      data-side={side}
      title={t('columnEdgeKeys')}
      aria-label={t('columnEdge', { name: title })}
      aria-orientation="vertical"
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={shown}
      onKeyDown={onKeyDown}
      // One request for a key that is held.
      onKeyUp={save}
      onDoubleClick={reset}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { x: event.clientX, width: shown }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}

/** What the columns of names can give before other columns would have to give way. */
function spareOf(edge: HTMLElement | null): number {
  const cells = edge?.closest('tr')?.querySelectorAll<HTMLElement>('th[data-least]') ?? []
  return [...cells].reduce((sum, cell) => sum + cell.offsetWidth - Number(cell.dataset.least), 0)
}
