import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { keepCompany, useCompany } from '../../../api/session/session.ts'
import { SelectField } from '../../../forms/choices/choice-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { useCompanyClock } from '../use-company-clock.ts'
import { useCompanyForm } from '../use-company-form.ts'
import { useTimezoneName, useTimezones } from './use-timezones.ts'

/** The timezone of the company, with the time it shows now. */
export function TimeSection() {
  const t = useTranslations('company')
  const format = useFormat()
  const nameOf = useTimezoneName()
  const update = useAction('company.update')
  const form = useCompanyForm<{ timezone: number | null }>({
    section: 'timezone',
    valuesOf: ({ timezone }) => ({ timezone }),
    send: async ({ timezone }, version) => {
      if (typeof timezone !== 'number') return
      const { company } = await update.mutateAsync({ body: { timezone, version } })
      keepCompany(company)
    },
  })
  const chosen = form.values.timezone ?? 0
  const present = useCompanyClock(useCompany().timezone)
  const [day = '', time = ''] = useCompanyClock(chosen).split('T')
  const isSameDay = present.startsWith(day)
  return (
    <SettingsSection title={t('time')} text={t('timeText')}>
      <FormShell form={form} layout="section">
        <SelectField
          {...form.at('timezone')}
          label={t('timezone')}
          show={nameOf}
          options={useTimezones(chosen)}
          hint={isSameDay ? t('timezoneNow', { time }) : t('timezoneNowDay', { time, day: format.date(day) })}
        />
      </FormShell>
    </SettingsSection>
  )
}
