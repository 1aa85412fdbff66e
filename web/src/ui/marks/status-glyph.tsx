import clsx from 'clsx'
import { type GlyphShape, glyphShapes } from './glyph-shapes.tsx'
import classes from './status.module.css'

type StatusTone = 'mute' | 'accent' | 'warn' | 'info' | 'trip' | 'ok' | 'bad'

const glyphs = {
  open: { shape: 'ring', tone: 'mute' },
  draft: { shape: 'dashed', tone: 'mute' },
  in_progress: { shape: 'pie', tone: 'accent' },
  processing: { shape: 'pie', tone: 'accent' },
  packing: { shape: 'pie', tone: 'accent' },
  paused: { shape: 'pause', tone: 'warn' },
  pending: { shape: 'clock', tone: 'warn' },
  review: { shape: 'dot', tone: 'info' },
  packed: { shape: 'box', tone: 'info' },
  shipped: { shape: 'arrow', tone: 'trip' },
  done: { shape: 'tick', tone: 'ok' },
  delivered: { shape: 'tick', tone: 'ok' },
  accepted: { shape: 'tick', tone: 'ok' },
  cancelled: { shape: 'slash', tone: 'mute' },
  refused: { shape: 'alert', tone: 'bad' },
  failed: { shape: 'alert', tone: 'bad' },
} as const satisfies Record<string, { shape: GlyphShape; tone: StatusTone }>

/** Every status of a task, an order, a supply and a push. */
export type StatusName = keyof typeof glyphs

/** The drawing alone. Pass `label` if no word stands beside it. */
export function StatusGlyph({
  status,
  label,
  size = 14,
}: {
  status: StatusName
  label?: string
  size?: number
}) {
  const { shape, tone } = glyphs[status]
  const drawing = (
    <svg
      className={clsx(classes.glyph, classes[tone])}
      width={size}
      height={size}
      viewBox="0 0 14 14"
      aria-hidden="true"
    >
      {glyphShapes[shape]}
    </svg>
  )
  if (label === undefined) return drawing
  return (
    <span role="img" aria-label={label} className={classes.named}>
      {drawing}
    </span>
  )
}

/** The drawing and the word, for rows, cards and filters. */
export function Status({ status, children }: { status: StatusName; children: string }) {
  return (
    <span className={clsx(classes.status, status === 'cancelled' && classes.cancelled)}>
      <StatusGlyph status={status} />
      <span className={classes.word} title={children}>
        {children}
      </span>
    </span>
  )
}
