import { minutesOf, timeAt } from '@artel/contract/hours/schedule'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCompany, useUser } from '../../../api/session/session.ts'
import { NumberField } from '../../../forms/fields/number-fields.tsx'
import { useCompanyClock } from '../use-company-clock.ts'
import classes from './hours-page.module.css'
import type { HoursForm } from './hours-page.tsx'
import { useTimezoneName } from './use-timezones.ts'

const maxMinutes = 720

/** Settings beside the schedule: the timezone, the reminder, and the end of a forgotten shift. */
export function HoursAside({ form }: { form: HoursForm }) {
  const t = useTranslations('workingHours')
  const { type } = useUser()
  const { grace_minutes, before_workday_end, working_hours_to } = form.values
  const told = working_hours_to !== null && timeAt(minutesOf(working_hours_to) - (before_workday_end ?? 0))
  const reminderHint = told ? t('reminderHint', { time: told }) : t('reminderNoHours')
  return (
    <div className={classes.aside}>
      <Timezone isOwner={type === 'owner'} />
      <NumberField
        {...form.at('before_workday_end')}
        label={t('reminder')}
        hint={before_workday_end === 0 ? t('reminderNone') : reminderHint}
        max={maxMinutes}
        unit={t('reminderUnit')}
      />
      {type === 'owner' ? (
        <NumberField
          {...form.at('grace_minutes')}
          label={t('grace')}
          hint={t('graceHint')}
          max={maxMinutes}
          unit={t('reminderUnit')}
        />
      ) : (
        <Fact label={t('grace')} value={t('graceRead', { minutes: grace_minutes ?? 0 })} />
      )}
    </div>
  )
}

function Timezone({ isOwner }: { isOwner: boolean }) {
  const t = useTranslations('workingHours')
  const { timezone } = useCompany()
  const nameOf = useTimezoneName()
  const time = useCompanyClock(timezone).slice(11)
  return (
    <Fact label={t('timezone')} value={nameOf(timezone)}>
      {t('timezoneNow', { time })}.{' '}
      {isOwner ? <Link to="/settings/overall">{t('timezoneChange')}</Link> : t('timezoneOwner')}
    </Fact>
  )
}

/** A value that is shown here and changed elsewhere. */
function Fact({ label, value, children }: { label: string; value: string; children?: React.ReactNode }) {
  return (
    <div className={classes.fact}>
      <span className={classes.factLabel}>{label}</span>
      <span>{value}</span>
      {children !== undefined && <span className={classes.factHint}>{children}</span>}
    </div>
  )
}
