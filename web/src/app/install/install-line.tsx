import { Button, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../../ui/notify.ts'
import { install, suggestedInstall, suggestLater } from './install.ts'
import classes from './install-line.module.css'

/**
 * Suggests to install the app, on the home page of staff on a phone. A browser that has not installed it deletes what
 * waits there after some weeks without a visit, Safari after one.
 */
export function InstallLine() {
  const t = useTranslations('frame')
  const [way, setWay] = useState(() => suggestedInstall())
  if (!way) return null
  const hide = () => setWay(null)
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
