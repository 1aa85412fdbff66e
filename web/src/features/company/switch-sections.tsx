import { companyDefaults } from '@artel/contract/company/company.line'
import { useTranslations } from 'use-intl'
import { SwitchField } from '../../forms/choices/choice-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useCompanyForm, useSettingsSend } from './use-company-form.ts'

type TaskValues = { require_review: boolean; staff_may_take: boolean }

/** The task settings of the company. */
export function TaskSection() {
  const t = useTranslations('company')
  const send = useSettingsSend('tasks')
  const form = useCompanyForm<TaskValues>({
    section: 'tasks',
    valuesOf: ({ settings: { tasks } }) => ({
      require_review: tasks?.require_review ?? companyDefaults.tasks.require_review,
      staff_may_take: tasks?.staff_may_take ?? companyDefaults.tasks.staff_may_take,
    }),
    send: (tasks, version) => send({ tasks }, version),
  })
  return (
    <SettingsSection title={t('tasks')} text={t('tasksText')}>
      <FormShell form={form} layout="section">
        <SwitchField
          {...form.at('require_review')}
          label={t('requireReview')}
          hint={t('requireReviewHint')}
        />
        <SwitchField {...form.at('staff_may_take')} label={t('staffMayTake')} hint={t('staffMayTakeHint')} />
      </FormShell>
    </SettingsSection>
  )
}

/** How admins and owners sign in. */
export function SecuritySection() {
  const t = useTranslations('company')
  const send = useSettingsSend('security')
  const form = useCompanyForm<{ require_totp: boolean }>({
    section: 'totp',
    valuesOf: ({ settings: { security } }) => ({
      require_totp: security?.require_totp ?? companyDefaults.security.require_totp,
    }),
    send: (security, version) => send({ security }, version),
  })
  return (
    <SettingsSection title={t('security')} text={t('securityText')}>
      <FormShell form={form} layout="section">
        <SwitchField {...form.at('require_totp')} label={t('requireTotp')} hint={t('requireTotpHint')} />
      </FormShell>
    </SettingsSection>
  )
}
