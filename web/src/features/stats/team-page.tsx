import type { DayFilter } from '@artel/contract/days'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../api/session.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { useFormat } from '../../ui/format-context.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PeriodPicker } from '../../ui/period-picker.tsx'
import { dayAt, fixedDays, monthOf } from '../../ui/periods.ts'
import { Sheet } from '../../ui/sheet.tsx'
import classes from './team.module.css'
import { HideHint } from './team-hint.tsx'
import { TeamSection } from './team-section.tsx'

/** The staff by their points: whoever is among them sees their own neighbourhood first. */
export function TeamPage() {
  const t = useTranslations('team')
  usePageTitle(t('title'))
  const user = useUser()
  const format = useFormat()
  const [period, setPeriod] = useState<DayFilter>({ from: 'this_month', to: 'this_month' })
  const today = dayAt(format.now(), format.timezone)
  const days = fixedDays(period, today) ?? monthOf(today)
  const isOnBoard = user.type === 'staff'
  return (
    <Sheet fill>
      <PageHeader title={t('title')} actions={<PeriodPicker value={period} onChange={setPeriod} />} />
      <div className={classes.page}>
        <p className={classes.rules}>{t('rules')}</p>
        {isOnBoard && <TeamSection part="around" days={days} userId={user.id} />}
        <TeamSection part="all" days={days} userId={user.id} />
        {isOnBoard && <HideHint isHidden={user.settings.hide_from_boards ?? false} />}
      </div>
    </Sheet>
  )
}
