import clsx from 'clsx'
import classes from './ruler.module.css'

/**
 * `doubt`: hatched, because the value is not confirmed yet. `league`: the colour of the surrounding league.
 */
type RulerTone = 'accent' | 'ok' | 'info' | 'warn' | 'bad' | 'coin' | 'now' | 'mute' | 'doubt' | 'league'

type RulerProps = {
  /** Share of the whole length, 0 to 1; a larger value is drawn as full. */
  value: number
  /** Share at which the mark of the norm or the plan is drawn. */
  mark?: number
  tone?: RulerTone
  /** Height in pixels: 8 in rows and cards, 12 alone, 14 on the running task. */
  height?: number
  /** What the ruler measures, for screen readers; absent if the numbers stand beside it. */
  label?: string
}

const percent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10

/** A measuring ruler instead of a progress bar. It takes the available width. */
export function Ruler({ value, mark, tone = 'accent', height = 8, label }: RulerProps) {
  const filled = percent(value)
  const content = (
    <>
      <span className={classes.ticks} />
      <span className={classes.fill} style={{ width: `${filled}%` }} />
      {mark !== undefined && <span className={classes.mark} style={{ left: `${percent(mark)}%` }} />}
    </>
  )
  const className = clsx(classes.ruler, classes[tone])
  if (label === undefined) {
    return (
      <span className={className} style={{ height }} aria-hidden="true">
        {content}
      </span>
    )
  }
  return (
    <span
      className={className}
      style={{ height }}
      role="progressbar"
      aria-label={label}
      aria-valuenow={filled}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      {content}
    </span>
  )
}
