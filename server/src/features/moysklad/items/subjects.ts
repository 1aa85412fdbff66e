import type { MoySkladKind } from '@artel/contract/moysklad/moysklad.line'
import { employees } from './employees.ts'
import { organizations } from './organizations.ts'
import { products } from './products.ts'
import { stores } from './stores.ts'
import type { Subject } from './subject.ts'

/** How each kind of item is written to our rows. */
export const subjects: Readonly<Record<MoySkladKind, Subject>> = {
  organization: organizations,
  store: stores,
  product: products,
  employee: employees,
}
