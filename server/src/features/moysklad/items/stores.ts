import { warehousePatch } from '@artel/contract/company/warehouses'
import type { StoreData } from '@artel/contract/moysklad/moysklad.stored'
import { toFieldIssues } from '../../../errors/issues.ts'
import {
  createLinkedWarehouses,
  findLinkedWarehouses,
  type LinkedWarehouse,
  updateLinkedWarehouses,
} from '../../warehouses/warehouses.ts'
import type { WaitingItem } from './items.queries.ts'
import { failuresOf, type Subject } from './subject.ts'

// The kind of an item determines the type of its data.
const read = (item: WaitingItem) => item.data as StoreData & { is_archived: boolean }
const isAlike = (one: unknown, other: unknown) => String(one).toLowerCase() === String(other).toLowerCase()

/** Stores of MoySklad, which become warehouses. */
export const stores: Subject = {
  kind: 'store',
  groups: {
    name: { fields: ['name'] },
    address: { fields: ['address'] },
    is_active: { fields: ['is_active'] },
  },
  optional: [{ fields: ['address'] }],
  find: (db, { ids, moySkladIds, items }, isHeld) =>
    findLinkedWarehouses(db, { ids, moySkladIds, names: items.map((item) => read(item).name) }, isHeld),
  match: (item, ours) => (isAlike(read(item).name, ours.name) ? { matches: ['name'], weight: 1 } : null),
  want: (item) => {
    const { name, address, is_archived } = read(item)
    return { name, address, is_active: !is_archived }
  },
  check: (fields) => {
    const parsed = warehousePatch.safeParse(fields, { reportInput: true })
    if (parsed.success) return { fields: parsed.data, failures: [] }
    return { fields, failures: failuresOf(toFieldIssues(parsed.error.issues)) }
  },
  claims: ({ name }) => [`n ${String(name).toLowerCase()}`],
  findTaken: ({ name }, _, others) =>
    name !== undefined && others.some((other) => isAlike(other.name, name))
      ? [{ field: 'name', key: 'warehouse_name_taken' }]
      : [],
  describe: ({ name, address }) => ({
    title: String(name),
    subtitle: address === null ? null : String(address),
  }),
  // The rows of a subject have its own type.
  make: (db, rows) => createLinkedWarehouses(db, rows as Parameters<typeof createLinkedWarehouses>[1]),
  change: (db, changes) =>
    updateLinkedWarehouses(
      db,
      changes.map(({ row, changed }) => ({ row: row as unknown as LinkedWarehouse, changed })),
    ),
}
