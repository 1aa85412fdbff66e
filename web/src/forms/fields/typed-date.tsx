import '@mantine/dates/styles.css'
import '../../ui/dates/calendar.css'
import 'dayjs/locale/ru'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCalendarLabels } from '../../ui/dates/calendar-labels.ts'
import { useCalendarToday } from '../../ui/dates/calendar-today.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { FieldMessage } from './field-frame.tsx'

export type TypedDateProps = Omit<DateInputProps, 'dateParser' | 'clearable' | 'fixOnBlur' | 'error'> & {
  /** @returns the value of a text as the calendar takes it; null if the text has none */
  parse: (text: string) => string | null
  /** What is said about a text without a value. */
  unreadable: string
  isOptional: boolean
  error: ReactNode
  /** The field is in a popover, which a press outside of it closes. The calendar is then drawn inside the popover. */
  isInWindow?: boolean
}

/**
 * A field for a day that is typed or chosen in a calendar. If its text is not a day, the text stays, an error appears
 * below it, and the form is not sent.
 */
export function TypedDate({
  parse,
  unreadable,
  isOptional,
  isInWindow = false,
  error,
  onChange,
  ...props
}: TypedDateProps) {
  const t = useTranslations('forms')
  const fields = useTranslations('fields')
  const { locale } = useFormat()
  const labels = useCalendarLabels()
  const today = useCalendarToday()
  const [isOpen, setIsOpen] = useState(false)
  const text = useTypedText((typed) => {
    if (typed.trim() === '') return isOptional ? '' : fields('required')
    return parse(typed) === null ? unreadable : ''
  })
  return (
    <DateInput
      locale={locale}
      {...today}
      hideOutsideDates
      popoverProps={{
        withRoles: false,
        withinPortal: !isInWindow,
        onOpen: () => setIsOpen(true),
        onClose: () => setIsOpen(false),
      }}
      // Without this attribute, Escape would also close the dialog that contains the field.
      data-mantine-stop-propagation={isOpen || undefined}
      ariaLabels={labels}
      // The default parser leaves the text to the browser, which reads the month first.
      dateParser={parse}
      // Otherwise a press on the chosen day would empty the field.
      allowDeselect={false}
      clearable={isOptional}
      clearButtonProps={{ 'aria-label': t('clear') }}
      {...props}
      {...text.input}
      // The input with the name is a hidden one.
      data-field={props.name}
      error={error ?? (text.mistake && <FieldMessage text={text.mistake} />)}
      onChange={(value) => {
        text.accept()
        onChange?.(value)
      }}
    />
  )
}

/**
 * Marks the field as invalid for its form while its text has no value.
 * @param findMistake what is wrong with a text; empty: nothing
 */
function useTypedText(findMistake: (text: string) => string) {
  const ref = useRef<HTMLInputElement>(null)
  const [mistake, setMistake] = useState('')
  // Nobody is interrupted in the middle of a text.
  const [isLeft, setIsLeft] = useState(false)
  const judge = (found: string) => {
    ref.current?.setCustomValidity(found)
    setMistake(found)
    if (found === '') setIsLeft(false)
  }
  return {
    mistake: isLeft ? mistake : '',
    accept: () => judge(''),
    input: {
      ref,
      onInput: (event: { currentTarget: HTMLInputElement }) => judge(findMistake(event.currentTarget.value)),
      onBlur: () => setIsLeft(mistake !== ''),
      fixOnBlur: mistake === '',
    },
  }
}
