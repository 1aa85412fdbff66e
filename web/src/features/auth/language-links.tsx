import type { Locale } from '@artel/contract/shapes/primitives'
import { useLocale, useTranslations } from 'use-intl'
import { useLanguageChange } from '../../api/session/language.ts'
import { languageNames } from '../../i18n/language-names.ts'
import { BareButton } from '../../ui/page/plain-button.tsx'
import classes from './language-links.module.css'

export function LanguageLinks({ languages }: { languages: readonly Locale[] }) {
  const t = useTranslations('auth')
  const present = useLocale()
  const { changeLanguage, isChanging } = useLanguageChange()
  return (
    <nav className={classes.links} aria-label={t('languages')}>
      {languages.map((language) => (
        <BareButton
          key={language}
          lang={language}
          className={classes.link}
          aria-current={language === present ? 'true' : undefined}
          disabled={isChanging}
          onClick={() => language !== present && changeLanguage(language)}
        >
          {languageNames[language]}
        </BareButton>
      ))}
    </nav>
  )
}
