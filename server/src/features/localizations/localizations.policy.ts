import type { Localization } from '@artel/contract/localizations'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

/** What the code does not know can be taken away; of all other texts the default comes back. */
export const rightsTo = (
  actor: Actor,
  row: { own_en: string | null; own_ru: string | null },
): Localization['can'] => ({
  edit: isAdmin(actor),
  delete: isAdmin(actor) && (row.own_en !== null || row.own_ru !== null),
})

/** @throws ApiError forbidden */
export const toManage = <T extends object>(actor: Actor, row: T): Allowed<T, 'manage'> =>
  allow(row, 'manage', isAdmin(actor))
