import type { ReactNode } from 'react'
import classes from './figure-strip.module.css'

/** A few figures in one line, the first of them the widest; on a phone two in a line. */
export function FigureStrip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className={classes.strip} aria-label={label}>
      {children}
    </dl>
  )
}

type FigureProps = {
  name: string
  value: ReactNode
  isWarning?: boolean
  /** The figure that the page is about. */
  isBalance?: boolean
  /** A second number, at the end of the name's line. */
  aside?: ReactNode
  children?: ReactNode
}

/** `children`: what is to be said of it, beneath. */
export function Figure({ name, value, isWarning = false, isBalance = false, aside, children }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt className={classes.name}>
        {name}
        {aside}
      </dt>
      <dd
        className={classes.value}
        data-warning={isWarning || undefined}
        data-balance={isBalance || undefined}
      >
        {value}
      </dd>
      <dd className={classes.under}>{children}</dd>
    </div>
  )
}
