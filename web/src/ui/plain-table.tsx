import type { ReactNode } from 'react'
import classes from './plain-table.module.css'

/** A few rows that are read as they are. Cells of figures say `data-figure`, those that a phone leaves out `data-extra`. */
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
