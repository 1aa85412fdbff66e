import { legalEntityPatch } from '@artel/contract/legal-entities/legal-entities'
import { findMistakes, type Requisites } from '@artel/contract/legal-entities/legal-entities.rules'
import type { OrganizationData } from '@artel/contract/moysklad/moysklad.stored'
import { toFieldIssues } from '../../../errors/issues.ts'
import {
  createLinkedLegalEntities,
  findLinkedLegalEntities,
  type LinkedLegalEntity,
  updateLinkedLegalEntities,
} from '../../legal-entities/legal-entities.ts'
import type { WaitingItem } from './items.queries.ts'
import { failuresOf, type Subject } from './subject.ts'

// The kind of an item determines the type of its data.
const read = (item: WaitingItem) => item.data as OrganizationData & { is_archived: boolean }

/** Organizations, which become legal entities. */
export const organizations: Subject = {
  kind: 'organization',
  groups: {
    name: { fields: ['name'] },
    full_name: { fields: ['full_name'] },
    requisites: { fields: ['type', 'inn', 'kpp', 'ogrn'], isWhole: true },
    addresses: { fields: ['legal_address', 'address'] },
    contacts: { fields: ['phone', 'email', 'director'] },
    bank: { fields: ['bank_name', 'bik', 'account', 'corr_account'], isWhole: true },
  },
  optional: [
    { fields: ['kpp'], of: 'inn' },
    { fields: ['ogrn'], of: 'inn' },
    ...['full_name', 'legal_address', 'address', 'phone', 'email', 'director'].map((name) => ({
      fields: [name],
    })),
    // A bank account is only valid together with its bank.
    { fields: ['bank_name', 'bik', 'account', 'corr_account'] },
  ],
  find: (db, { ids, moySkladIds, items }, isHeld) =>
    findLinkedLegalEntities(
      db,
      { ids, moySkladIds, inns: items.flatMap((item) => read(item).inn ?? []) },
      isHeld,
    ),
  // Branches of a company share its INN and have a KPP each. A KPP may be missing.
  match: (item, ours) => {
    const { inn, kpp } = read(item)
    if (inn === null || inn !== ours.inn) return null
    if (kpp === ours.kpp) return { matches: ['inn'], weight: 2 }
    return kpp === null || ours.kpp === null ? { matches: ['inn'], weight: 1 } : null
  },
  want: (item) => {
    const { is_archived: _, ...fields } = read(item)
    return fields
  },
  check: (fields, whole) => {
    const parsed = legalEntityPatch.safeParse(fields, { reportInput: true })
    if (!parsed.success) return { fields, failures: failuresOf(toFieldIssues(parsed.error.issues)) }
    // The whole row was validated when it was saved, and the changes were validated above.
    const mistakes = findMistakes({ ...(whole as Requisites), ...(parsed.data as Partial<Requisites>) })
    return { fields: parsed.data, failures: failuresOf(mistakes) }
  },
  claims: ({ inn, kpp }) => [`i ${inn} ${kpp ?? ''}`],
  findTaken: ({ inn, kpp }, whole, others) => {
    if (inn === undefined && kpp === undefined) return []
    const isTaken = others.some((other) => other.inn === whole.inn && other.kpp === whole.kpp)
    return isTaken ? [{ field: 'inn', key: 'inn_taken' }] : []
  },
  describe: ({ name, inn }) => ({ title: String(name), subtitle: String(inn) }),
  // The rows of a subject have its own type.
  make: (db, rows) => createLinkedLegalEntities(db, rows as Parameters<typeof createLinkedLegalEntities>[1]),
  change: (db, changes) =>
    updateLinkedLegalEntities(
      db,
      changes.map(({ row, changed }) => ({ row: row as unknown as LinkedLegalEntity, changed })),
    ),
}
