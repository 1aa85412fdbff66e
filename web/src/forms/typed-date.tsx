import '@mantine/dates/styles.css'
import '../ui/calendar.css'
import 'dayjs/locale/ru'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCalendarLabels } from '../ui/calendar-labels.ts'
import { useFormat } from '../ui/format-context.tsx'

export type TypedDateProps = DateInputProps & {
  /** The field is in a popover, which a press outside of it closes. The calendar is then drawn inside the popover. */
  isInWindow?: boolean
}

/** A field for a day that is typed or chosen in a calendar. */
export function TypedDate({ isInWindow = false, ...props }: TypedDateProps) {
  const t = useTranslations('forms')
  const { locale } = useFormat()
  const labels = useCalendarLabels()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <DateInput
      locale={locale}
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
      // Otherwise a press on the chosen day would empty the field.
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': t('clear') }}
      {...props}
    />
  )
}
