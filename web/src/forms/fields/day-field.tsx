import { TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { readDay } from '../typed/day-text.ts'
import { type FieldProps, useFieldFrame } from './field-frame.tsx'
import { TypedDate } from './typed-date.tsx'

/** A calendar day, typed or chosen. A phone shows the picker of its system. */
export function DayField(props: FieldProps<string | null>) {
  const t = useTranslations('forms')
  const { locale, date } = useFormat()
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const frame = useFieldFrame(props, (day) => date(day))
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
    <TypedDate
      {...frame}
      parse={(text) => readDay(text, locale)}
      unreadable={t('unreadableDay')}
      valueFormat={locale === 'ru' ? 'DD.MM.YYYY' : 'MM/DD/YYYY'}
      placeholder={t('dayPlaceholder')}
      value={props.value}
      onChange={props.onChange}
      isOptional={props.optional ?? false}
    />
  )
}
