import { useTranslations } from 'use-intl'
import { LogoMark } from '../marks/logo.tsx'
import classes from './full-screen-spinner.module.css'
import { Spinner } from './spinner.tsx'

/** Shown until the first response of the server. Nothing else in the product covers a page with a spinner. */
export function FullScreenSpinner() {
  const t = useTranslations('ui')
  return (
    <main className={classes.screen}>
      <LogoMark size={44} />
      <span className={classes.ring} role="status" aria-label={t('fullScreenLoading')}>
        <Spinner size={22} />
      </span>
    </main>
  )
}
