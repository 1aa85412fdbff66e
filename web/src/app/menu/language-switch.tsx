import { ActionIcon, MenuItem } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useLocale, useTranslations } from 'use-intl'
import { useLanguageChange } from '../../api/session/language.ts'
import { useSession } from '../../api/session/session.ts'
import { languageNames } from '../../i18n/language-names.ts'
import { notify } from '../../ui/notices/notify.ts'
import { Hint } from '../../ui/popup/hint.tsx'
import classes from '../bars/top-bar.module.css'

/** Switches to the next language of the installation. Hidden if there is only one. */
export function LanguageSwitch() {
  const language = useNextLanguage()
  if (!language) return null
  return (
    <Hint label={language.label}>
      <ActionIcon
        size="lg"
        className={classes.language ?? ''}
        aria-label={language.label}
        loading={language.isChanging}
        onClick={language.change}
      >
        {language.code}
      </ActionIcon>
    </Hint>
  )
}

/** The same in the menu of a person, where the bar has no room. */
export function LanguageItem() {
  const language = useNextLanguage()
  if (!language) return null
  return (
    <MenuItem leftSection={<IconLanguage size={16} stroke={1.8} />} onClick={language.change}>
      {language.label}
    </MenuItem>
  )
}

function useNextLanguage() {
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
  return { code, label, isChanging, change: () => changeLanguage(next) }
}
