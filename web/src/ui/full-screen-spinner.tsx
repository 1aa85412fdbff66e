import { Loader } from '@mantine/core'
import { useTranslations } from 'use-intl'
import classes from './full-screen-spinner.module.css'
import { LogoMark } from './logo.tsx'

/** Until the first answer of the server; nothing else in the product spins over a page. */
export function FullScreenSpinner() {
  const t = useTranslations('ui')
  return (
    <main className={classes.screen}>
      <LogoMark size={44} />
      <span role="status" aria-label={t('fullScreenLoading')}>
        <Loader size={22} color="var(--a-accent)" />
      </span>
    </main>
  )
}
