import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './breadcrumbs.module.css'

/** A page above another one, with its link. */
export type Breadcrumb = { key: string; link: ReactNode }

/** The pages above a page, highest first. */
export function Breadcrumbs({
  of,
  className,
}: {
  of: readonly Breadcrumb[]
  className?: string | undefined
}) {
  const t = useTranslations('ui')
  return (
    <nav aria-label={t('breadcrumbs')} className={className}>
      <ol className={classes.path}>
        {of.map(({ key, link }) => (
          <li key={key}>{link}</li>
        ))}
      </ol>
    </nav>
  )
}
