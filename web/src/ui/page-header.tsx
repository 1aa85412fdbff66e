import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from './format-context.tsx'
import classes from './page-header.module.css'

type PageHeaderProps = {
  title: string
  /** How many rows there are in all; `null` while it is not known. */
  count?: number | null
  /** Links to the pages above this one, highest first. */
  breadcrumbs?: readonly { key: string; link: ReactNode }[]
  /** Beside the title: a status, a tag. */
  aside?: ReactNode
  /** One filled button at most. */
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
