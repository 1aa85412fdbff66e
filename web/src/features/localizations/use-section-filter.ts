import { ownKeys } from '@artel/contract/shapes/records'
import { type Messages, useLocale, useTranslations } from 'use-intl'
import type { Filter } from '../../ui/list/filter-types.ts'

/**
 * Prefixes of text keys: the namespaces of pages except the audit log, and those that only the server uses.
 */
type Section = Exclude<keyof Messages, 'audit' | 'auditWords'> | 'errors' | 'notificationWords'

// The type makes a missing or unnamed section a compile error.
const sections: Record<Section, true> = {
  achievementNames: true,
  achievements: true,
  auth: true,
  company: true,
  devices: true,
  errors: true,
  fields: true,
  firstSteps: true,
  forms: true,
  frame: true,
  imports: true,
  instructions: true,
  keys: true,
  ledger: true,
  legalEntities: true,
  localizations: true,
  manyTasks: true,
  media: true,
  merits: true,
  moySklad: true,
  moySkladItems: true,
  notifications: true,
  notificationWords: true,
  orders: true,
  packing: true,
  pallets: true,
  palette: true,
  products: true,
  printing: true,
  profile: true,
  public: true,
  pushes: true,
  rewards: true,
  shifts: true,
  shop: true,
  stats: true,
  steps: true,
  supplies: true,
  taskBoard: true,
  taskBulk: true,
  tasks: true,
  team: true,
  teamHours: true,
  textSections: true,
  ui: true,
  users: true,
  views: true,
  warehouses: true,
  wildberries: true,
  workingHours: true,
}

type Chosen = { section: string | null; onChange: (section: string | null) => void }

/** Filters the texts by section. */
export function useSectionFilter({ section, onChange }: Chosen): Filter {
  const t = useTranslations('textSections')
  const locale = useLocale()
  const named = ownKeys(sections).map((value): { value: string; label: string } => ({
    value,
    label: t(value),
  }))
  // A company may have custom texts with another prefix.
  const own = section === null || Object.hasOwn(sections, section) ? [] : [{ value: section, label: section }]
  return {
    key: 'section',
    kind: 'one',
    name: useTranslations('localizations')('section'),
    options: [...named, ...own].sort((one, other) => one.label.localeCompare(other.label, locale)),
    value: section,
    onChange,
  }
}
