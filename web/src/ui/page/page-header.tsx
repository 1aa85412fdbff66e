import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../figures/format-context.tsx'
import classes from './page-header.module.css'

type PageHeaderProps = {
  title: string
  /** Total number of rows; `null` while unknown. */
  count?: number | null
  /** Links to the pages above this one, highest first. */
  breadcrumbs?: readonly { key: string; link: ReactNode }[]
  /** A status or a tag beside the title. */
  aside?: ReactNode
  /** At most one filled button. */
  actions?: ReactNode
}

export function PageHeader({ title, count, breadcrumbs = [], aside, actions }: PageHeaderProps) {
  const t = useTranslations('ui')
  const format = useFormat()
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        {breadcrumbs.length > 0 && (
          <nav aria-label={t('breadcrumbs')}>
            <ol className={classes.path}>
              {breadcrumbs.map(({ key, link }) => (
                <li key={key}>{link}</li>
              ))}
            </ol>
          </nav>
        )}
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
