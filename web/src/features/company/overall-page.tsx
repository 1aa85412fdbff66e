import { useTranslations } from 'use-intl'
import { usePageTitle } from '../../i18n/page-title.ts'
import { AchievementSection } from './achievement-section.tsx'
import { CardSection } from './card-section.tsx'
import { LeagueSection } from './league-section.tsx'
import { StorageSection } from './storage-section.tsx'
import { SecuritySection, TaskSection } from './switch-sections.tsx'
import { TimeSection } from './time-section.tsx'

/** Settings that only the owner may change. Each group has its own form. */
export function OverallPage() {
  usePageTitle(useTranslations('company')('title'))
  return (
    <>
      <CardSection />
      <TimeSection />
      <TaskSection />
      <LeagueSection />
      <AchievementSection />
      <SecuritySection />
      <StorageSection />
    </>
  )
}
