import type { MoySkladKind } from '@artel/contract/moysklad.line'
import { employees } from './moysklad.employees.ts'
import { organizations } from './moysklad.organizations.ts'
import { products } from './moysklad.products.ts'
import { stores } from './moysklad.stores.ts'
import type { Subject } from './moysklad.subject.ts'

/** How each kind of item is written to our rows. */
export const subjects: Readonly<Record<MoySkladKind, Subject>> = {
  organization: organizations,
  store: stores,
  product: products,
  employee: employees,
}
