import '@mantine/dates/styles.css'
import '../ui/calendar.css'
import 'dayjs/locale/ru'
import { TextInput } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslations } from 'use-intl'
import { useCalendarLabels } from '../ui/calendar-labels.ts'
import { useFormat } from '../ui/format-context.tsx'
import { fromCompanyClock, toCompanyClock, writeOffset } from './company-time.ts'
import { type FieldProps, useFieldFrame } from './field-frame.tsx'

/** Shows the company's clock and stores the instant in UTC. A phone shows the picker of its system. */
export function DateTimeField(props: FieldProps<string | null>) {
  const t = useTranslations('forms')
  const { timezone, locale } = useFormat()
  const labels = useCalendarLabels()
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const companyTime = t('companyTime', { offset: writeOffset(timezone) })
  const frame = useFieldFrame({ ...props, hint: props.hint ?? companyTime })
  const clock = props.value === null ? null : toCompanyClock(props.value, timezone)
  const choose = (chosen: string | null) =>
    props.onChange(chosen === null ? null : fromCompanyClock(chosen, timezone))
  if (isPhone) {
    return (
      <TextInput
        {...frame}
        type="datetime-local"
        value={clock ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    )
  }
  return (
    <DateTimePicker
      {...frame}
      locale={locale}
      valueFormat={locale === 'ru' ? 'D MMMM YYYY, HH:mm' : 'MMMM D, YYYY, HH:mm'}
      timePickerProps={{ format: '24h', hoursInputLabel: t('hours'), minutesInputLabel: t('minutes') }}
      hideOutsideDates
      // Roles would name the dialog after a target that this picker does not render.
      popoverProps={{ withRoles: false }}
      submitButtonProps={{ 'aria-label': t('done') }}
      ariaLabels={labels}
      value={clock === null ? null : `${clock.replace('T', ' ')}:00`}
      onChange={choose}
      clearable={props.optional ?? false}
      clearButtonProps={{ 'aria-label': t('clear') }}
    />
  )
}
