import type { ReactNode } from 'react'
import { useFormat } from '../figures/format-context.tsx'
import { type Breadcrumb, Breadcrumbs } from './breadcrumbs.tsx'
import classes from './page-header.module.css'

type PageHeaderProps = {
  title: string
  /** Total number of rows; `null` while unknown. */
  count?: number | null
  /** Links to the pages above this one, highest first. */
  breadcrumbs?: readonly Breadcrumb[]
  /** A status or a tag beside the title. */
  aside?: ReactNode
  /** At most one filled button. */
  actions?: ReactNode
}

export function PageHeader({ title, count, breadcrumbs = [], aside, actions }: PageHeaderProps) {
  const format = useFormat()
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        {breadcrumbs.length > 0 && <Breadcrumbs of={breadcrumbs} />}
        <div className={classes.line}>
          <h1 className={classes.title} title={title}>
            {title}
          </h1>
          {count !== undefined && count !== null && (
            <span className={classes.count}>{format.number(count)}</span>
          )}
          {aside}
        </div>
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}
