import type { ReactNode } from 'react'
import classes from './plain-table.module.css'

/**
 * A few read-only rows. Cells with numbers have `data-figure`, cells that a phone hides have `data-extra`.
 */
export function PlainTable({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
