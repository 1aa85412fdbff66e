import type { AchievementCode } from '../company/company.line.ts'
import type { Locale } from '../shapes/primitives.ts'

export const achievementNames: Record<AchievementCode, Record<Locale, string>> = {
  racer: { ru: 'Гонщик', en: 'Racer' },
  virtuoso: { ru: 'Виртуоз', en: 'Virtuoso' },
  marathon_runner: { ru: 'Марафонец', en: 'Marathon runner' },
  titanium: { ru: 'Титан', en: 'Titanium' },
  king_of_the_hill: { ru: 'Царь горы', en: 'King of the hill' },
  hard_worker: { ru: 'Трудяга', en: 'Hard worker' },
  leader: { ru: 'Лидер', en: 'Leader' },
  legendary_person: { ru: 'Легенда', en: 'Legendary person' },
  veteran: { ru: 'Ветеран', en: 'Veteran' },
  best_employee: { ru: 'Лучший сотрудник', en: 'Best employee' },
}
