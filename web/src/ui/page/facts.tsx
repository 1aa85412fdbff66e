import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Facts about one item, one line each. `isDense`: for an item in a list. */
export function Facts({ isDense = false, children }: { isDense?: boolean; children: ReactNode }) {
  return (
    <dl className={classes.facts} {...(isDense && { 'data-dense': true })}>
      {children}
    </dl>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
