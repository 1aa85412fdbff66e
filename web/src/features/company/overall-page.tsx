import { useTranslations } from 'use-intl'
import { usePageTitle } from '../../i18n/page-title.ts'
import { AchievementSection } from './achievement-section.tsx'
import { CardSection } from './card-section.tsx'
import { LeagueSection } from './league-section.tsx'
import { StorageSection } from './storage-section.tsx'
import { SecuritySection, TaskSection } from './switch-sections.tsx'
import { TimeSection } from './time-section.tsx'

/** All that only the owner decides; each group is a form of its own. */
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
