import { useLocale, useTranslations } from 'use-intl'
import { useLanguageChange } from '../../api/session/language.ts'
import { useSession } from '../../api/session/session.ts'
import { useTheme } from '../../api/session/theme.ts'
import { SelectField } from '../../forms/choices/choice-fields.tsx'
import { FieldRow } from '../../forms/form/form-shell.tsx'
import { languageNames } from '../../i18n/language-names.ts'
import { notify } from '../../ui/notices/notify.ts'
import { themes } from '../../ui/theme/themes.ts'

/** Language and theme. Each is saved on change. */
export function Looks() {
  const t = useTranslations('profile')
  const frame = useTranslations('frame')
  const locale = useLocale()
  const { languages } = useSession().config
  const { theme, changeTheme } = useTheme()
  const { changeLanguage, isChanging } = useLanguageChange(() =>
    notify({ text: frame('languageNotSaved'), tone: 'bad' }),
  )
  return (
    <FieldRow>
      <SelectField
        name="language"
        label={t('language')}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={locale}
        onChange={(chosen) => chosen && chosen !== locale && changeLanguage(chosen)}
        error={undefined}
        disabled={isChanging}
      />
      <SelectField
        name="theme"
        label={frame('theme')}
        options={themes.map((choice) => ({ value: choice.theme, label: frame(choice.label) }))}
        value={theme}
        onChange={(chosen) => chosen && changeTheme(chosen)}
        error={undefined}
      />
    </FieldRow>
  )
}
