import { Button, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../../ui/notices/notify.ts'
import { type InstallWay, install, suggestLater } from './install.ts'
import classes from './install-line.module.css'

/** See `InstallSuggestion`. */
export function InstallLine({ way }: { way: InstallWay }) {
  const t = useTranslations('frame')
  const [isShown, setIsShown] = useState(true)
  if (!isShown) return null
  const hide = () => setIsShown(false)
  const run = async () => {
    if (await install()) hide()
    else notify({ text: t('installFromMenu'), tone: 'warn' })
  }
  return (
    <section className={classes.line} aria-label={t('installLabel')}>
      <p className={classes.text}>
        {t('installWhy')}
        {way === 'apple' && ` ${t('installApple')}`}
      </p>
      <div className={classes.ways}>
        {way === 'prompt' && (
          <Button variant="default" onClick={() => void run()}>
            {t('install')}
          </Button>
        )}
        <UnstyledButton
          className={classes.later}
          onClick={() => {
            suggestLater()
            hide()
          }}
        >
          {t(way === 'apple' ? 'installHide' : 'installLater')}
        </UnstyledButton>
      </div>
    </section>
  )
}
