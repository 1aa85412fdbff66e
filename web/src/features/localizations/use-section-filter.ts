import { type Messages, useLocale, useTranslations } from 'use-intl'
import type { Filter } from '../../ui/filter-types.ts'

/** What texts begin with: the namespaces of pages but for the audit log, and of what the server alone says. */
type Section = Exclude<keyof Messages, 'audit' | 'auditWords'> | 'errors' | 'notificationWords'

// A section that has no name, or is missing here, does not compile.
const sections: Record<Section, true> = {
  achievementNames: true,
  achievements: true,
  auth: true,
  company: true,
  devices: true,
  errors: true,
  fields: true,
  forms: true,
  frame: true,
  imports: true,
  instructions: true,
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
  palette: true,
  products: true,
  profile: true,
  public: true,
  pushes: true,
  rewards: true,
  shifts: true,
  shop: true,
  stats: true,
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

/** Narrows the texts to those of one part of the product. */
export function useSectionFilter({ section, onChange }: Chosen): Filter {
  const t = useTranslations('textSections')
  const locale = useLocale()
  // Its keys are those of the record.
  const named = (Object.keys(sections) as Section[]).map((value) => ({
    value: value as string,
    label: t(value),
  }))
  // A company may have begun the keys of its own texts with another word.
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
