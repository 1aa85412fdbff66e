import type { ReactNode } from 'react'
import classes from './list-toolbar.module.css'

/** The line above a list: search and filters on the left, display settings on the right. */
export function ListToolbar({ filters, tools }: { filters: ReactNode; tools: ReactNode }) {
  return (
    <div className={classes.toolbar}>
      <div className={classes.filters}>{filters}</div>
      <div className={classes.tools}>{tools}</div>
    </div>
  )
}
