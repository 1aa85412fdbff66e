import { VisuallyHidden } from '@mantine/core'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import { Blank } from '../figures/figures.tsx'
import type { DateOptions } from '../figures/format.ts'
import { useFormat } from '../figures/format-context.tsx'
import classes from './date-text.module.css'

/** `quiet`: a past date that needs no attention. */
type DateTextProps = DateOptions & { value: string | null; tone?: 'plain' | 'overdue' | 'quiet' }

/** An instant in the company's timezone, or a calendar day. */
export function DateText({ value, tone = 'plain', ...options }: DateTextProps) {
  const t = useTranslations('ui')
  const format = useFormat()
  if (value === null) return <Blank />
  return (
    <time dateTime={value} className={clsx(classes.date, tone !== 'plain' && classes[tone])}>
      {format.date(value, options)}
      {tone === 'overdue' && <VisuallyHidden>, {t('overdue')}</VisuallyHidden>}
    </time>
  )
}
