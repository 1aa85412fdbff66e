import { ActionIcon } from '@mantine/core'
import { useLocale, useTranslations } from 'use-intl'
import { useLanguageChange } from '../api/language.ts'
import { useSession } from '../api/session.ts'
import { languageNames } from '../i18n/language-names.ts'
import { Hint } from '../ui/hint.tsx'
import { notify } from '../ui/notify.ts'
import classes from './top-bar.module.css'

/** Switches to the next language of the installation. Hidden if there is only one. */
export function LanguageSwitch() {
  const t = useTranslations('frame')
  const locale = useLocale()
  const { languages } = useSession().config
  const { changeLanguage, isChanging } = useLanguageChange(() =>
    notify({ text: t('languageNotSaved'), tone: 'bad' }),
  )
  const next = languages[(languages.indexOf(locale) + 1) % languages.length]
  if (!next || next === locale) return null
  const code = locale.toUpperCase()
  const label = t('languageSwitch', { code, next: languageNames[next] })
  return (
    <Hint label={label}>
      <ActionIcon
        size="lg"
        className={classes.language ?? ''}
        aria-label={label}
        loading={isChanging}
        onClick={() => changeLanguage(next)}
      >
        {code}
      </ActionIcon>
    </Hint>
  )
}
