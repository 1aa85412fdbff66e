import { useTranslations } from 'use-intl'
import { usePageTitle } from '../../i18n/page-title.ts'
import { CardSection } from './card-section.tsx'
import { TimeSection } from './hours/time-section.tsx'
import { PalletSection } from './pallet-section.tsx'
import { AchievementSection } from './rules/achievement-section.tsx'
import { LeagueSection } from './rules/league-section.tsx'
import { StorageSection } from './storage-section.tsx'
import { SecuritySection, TaskSection } from './switch-sections.tsx'

/** Settings that only the owner may change. Each group has its own form. */
export function OverallPage() {
  usePageTitle(useTranslations('company')('title'))
  return (
    <>
      <CardSection />
      <TimeSection />
      <TaskSection />
      <PalletSection />
      <LeagueSection />
      <AchievementSection />
      <SecuritySection />
      <StorageSection />
    </>
  )
}
