import type { ReactNode } from 'react'
import classes from './figure-strip.module.css'

/** A few figures in one line, the first one the widest. On a phone each line has two. */
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
  /** The main figure of the page. */
  isBalance?: boolean
  /** A second number, at the end of the line with the name. */
  aside?: ReactNode
  children?: ReactNode
}

/** `children`: a note below the figure. */
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
