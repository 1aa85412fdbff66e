import '@mantine/dates/styles.css'
import '../ui/calendar.css'
import 'dayjs/locale/ru'
import { TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslations } from 'use-intl'
import { useCalendarLabels } from '../ui/calendar-labels.ts'
import { useFormat } from '../ui/format-context.tsx'
import { readDay } from './day-text.ts'
import { type FieldProps, useFieldFrame } from './field-frame.tsx'

/** A calendar day, typed or chosen. A phone shows the picker of its system. */
export function DayField(props: FieldProps<string | null>) {
  const t = useTranslations('forms')
  const { locale } = useFormat()
  const labels = useCalendarLabels()
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const frame = useFieldFrame(props)
  if (isPhone) {
    return (
      <TextInput
        {...frame}
        type="date"
        value={props.value ?? ''}
        onChange={({ currentTarget: { value } }) => props.onChange(value === '' ? null : value)}
      />
    )
  }
  return (
    <DateInput
      {...frame}
      locale={locale}
      // The default parser leaves the text to the browser, which reads the month first.
      dateParser={(text) => readDay(text, locale)}
      valueFormat={locale === 'ru' ? 'DD.MM.YYYY' : 'MM/DD/YYYY'}
      placeholder={t('dayPlaceholder')}
      hideOutsideDates
      popoverProps={{ withRoles: false }}
      ariaLabels={labels}
      value={props.value}
      onChange={props.onChange}
      clearable={props.optional ?? false}
      clearButtonProps={{ 'aria-label': t('clear') }}
    />
  )
}
