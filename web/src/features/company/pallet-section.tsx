import { useTranslations } from 'use-intl'
import { TextField } from '../../forms/fields/text-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { useMistakeText } from '../../forms/form/use-mistake-text.ts'
import { SettingsSection } from './settings-section.tsx'
import { useCompanyForm, useSettingsSend } from './use-company-form.ts'

/** The codes of pallets. A change is for new pallets only, because labels of others are stuck on already. */
export function PalletSection() {
  const t = useTranslations('company')
  const textOf = useMistakeText()
  const send = useSettingsSend('supplies')
  const form = useCompanyForm<{ gs1_prefix: string }>({
    section: 'pallets',
    valuesOf: ({ settings: { supplies } }) => ({ gs1_prefix: supplies?.gs1_prefix ?? '' }),
    check: ({ gs1_prefix }): Record<string, string[]> =>
      /^(\d{4,12})?$/.test(gs1_prefix.trim()) ? {} : { gs1_prefix: [textOf({ key: 'bad_gs1_prefix' })] },
    send: ({ gs1_prefix = '' }, version) =>
      send({ supplies: { gs1_prefix: gs1_prefix.trim() || null } }, version),
  })
  return (
    <SettingsSection title={t('pallets')} text={t('palletsText')}>
      <FormShell form={form} layout="section">
        <TextField {...form.at('gs1_prefix')} label={t('gs1Prefix')} hint={t('gs1PrefixHint')} />
      </FormShell>
    </SettingsSection>
  )
}
