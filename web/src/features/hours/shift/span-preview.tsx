import { breakSeconds, breaksWithin, secondsBetween } from '@artel/contract/hours/work-time'
import { useTranslations } from 'use-intl'
import { useCompany } from '../../../api/session/session.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { useShiftWords } from '../use-shift-words.ts'
import classes from './shift-forms.module.css'

type SpanPreviewProps = { started_at: string | null; ended_at: string | null }

/** What a time span will count for, shown before saving. */
export function SpanPreview({ started_at, ended_at }: SpanPreviewProps) {
  const t = useTranslations('shifts')
  const format = useFormat()
  const words = useShiftWords()
  const company = useCompany()
  if (started_at === null || ended_at === null || ended_at <= started_at) return null
  const [from, to] = [Date.parse(started_at), Date.parse(ended_at)]
  const breaks = breaksWithin(company, from, to)
  const gross = secondsBetween(from, to)
  const worked = format.hours(gross - breakSeconds(breaks))
  const said = words.breaks(breaks)
  return (
    <p className={classes.preview} role="status">
      {said === ''
        ? t('preview', { worked })
        : t('previewBreaks', { gross: format.hours(gross), breaks: said, worked })}
    </p>
  )
}
