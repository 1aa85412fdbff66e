import { TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { fromCompanyClock, toCompanyClock, writeOffset } from '../typed/company-time.ts'
import { readFieldInstant } from '../typed/date-time-text.ts'
import { type FieldProps, useFieldFrame } from './field-frame.tsx'
import { TypedDate, type TypedDateProps } from './typed-date.tsx'

type DateTimeFieldProps = FieldProps<string | null> &
  Pick<TypedDateProps, 'isInWindow'> & {
    /**
     * While the field is empty, a day without a time gets the time of this instant, and a time without a day its day.
     * Default: the end of the day, and today.
     */
    suggested?: string | null
  }

/**
 * A field for a day and a time of the company's clock. Its value is an instant in UTC. On a desktop people type it or
 * choose the day in a calendar. A phone shows the picker of its system.
 */
export function DateTimeField({ suggested = null, isInWindow = false, ...props }: DateTimeFieldProps) {
  const t = useTranslations('forms')
  const { timezone, locale, now, date } = useFormat()
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const companyTime = t('companyTime', { offset: writeOffset(timezone) })
  const frame = useFieldFrame({ ...props, hint: props.hint ?? companyTime }, (instant) =>
    date(instant, { withTime: true }),
  )
  const { value: present } = props
  const toClock = (instant: string) => toCompanyClock(instant, timezone)
  if (isPhone) {
    return (
      <TextInput
        {...frame}
        type="datetime-local"
        value={present === null ? '' : toClock(present)}
        onChange={({ currentTarget: { value } }) => props.onChange(fromCompanyClock(value, timezone))}
      />
    )
  }
  const read = (text: string) =>
    readFieldInstant(text, { timezone, locale, now: now(), present: present ?? suggested })
  const toPicker = (instant: string) => `${toClock(instant).replace('T', ' ')}:00`
  const parse = (text: string) => {
    const instant = read(text)
    return instant === null ? null : toPicker(instant)
  }
  return (
    <TypedDate
      {...frame}
      withTime
      isInWindow={isInWindow}
      parse={parse}
      unreadable={t('unreadableDayTime')}
      valueFormat={locale === 'ru' ? 'DD.MM.YYYY HH:mm' : 'MM/DD/YYYY HH:mm'}
      placeholder={t('dayTimePlaceholder')}
      value={present === null ? null : toPicker(present)}
      // A day of the calendar comes without a time.
      onChange={(chosen) => props.onChange(chosen === null ? null : read(chosen))}
      isOptional={props.optional ?? false}
    />
  )
}
