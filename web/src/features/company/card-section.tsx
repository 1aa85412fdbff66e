import type { Company } from '@artel/contract/company/company'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { keepCompany } from '../../api/session/session.ts'
import { TextField } from '../../forms/fields/text-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { orNull, valuesFrom } from '../../forms/form/values-from.ts'
import { LogoField } from './logo-field.tsx'
import classes from './settings-section.module.css'
import { SettingsSection } from './settings-section.tsx'
import { useCompanyForm } from './use-company-form.ts'

type CardValues = { name: string; address: string; phone: string; email: string }

const empty: CardValues = { name: '', address: '', phone: '', email: '' }

const readCard = (company: Company) => valuesFrom(empty, company, {})

/** An empty contact is sent as null. The server refuses an empty name at its field. */
const toBody = ({ name, ...contacts }: Partial<CardValues>) => ({
  ...(name !== undefined && { name }),
  ...Object.fromEntries(Object.entries(contacts).map(([field, value]) => [field, orNull(value)])),
})

/** Name and contacts. */
export function CardSection() {
  const t = useTranslations('company')
  const update = useAction('company.update')
  const form = useCompanyForm<CardValues>({
    section: 'card',
    valuesOf: readCard,
    send: async (changed, version) => {
      const { company } = await update.mutateAsync({ body: { ...toBody(changed), version } })
      keepCompany(company)
    },
  })
  return (
    <SettingsSection title={t('card')} text={t('cardText')}>
      <LogoField />
      <FormShell form={form} layout="section">
        <TextField {...form.at('name')} label={t('name')} autoComplete="organization" />
        <TextField {...form.at('address')} label={t('address')} />
        <div className={classes.pair}>
          <TextField {...form.at('phone')} label={t('phone')} type="tel" />
          <TextField {...form.at('email')} label={t('email')} type="email" />
        </div>
        <p className={classes.fact}>
          <b>{t('currency')}</b>
          {t('currencyRub')}
        </p>
      </FormShell>
    </SettingsSection>
  )
}
