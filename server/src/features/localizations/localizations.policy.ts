import type { Localization } from '@artel/contract/texts/localizations'
import { isOfOwner } from '@artel/contract/texts/texts.kept'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

/** Admins change all texts, except those by which owners decide about work, rights and money. */
export const mayChange = (actor: Actor, key: string): boolean =>
  actor.type === 'owner' || (isAdmin(actor) && !isOfOwner(key))

/** Deleting removes a custom text, and brings back the default of any other text. */
export const rightsTo = (
  actor: Actor,
  row: { key: string; own_en: string | null; own_ru: string | null },
): Localization['can'] => ({
  edit: mayChange(actor, row.key),
  delete: mayChange(actor, row.key) && (row.own_en !== null || row.own_ru !== null),
})

/** @throws ApiError forbidden */
export const toManage = <T extends { key: string }>(actor: Actor, row: T): Allowed<T, 'manage'> =>
  allow(row, 'manage', mayChange(actor, row.key))

/** Admins publish any draft: only people who may change a text draft it. @throws ApiError forbidden */
export const toPublish = <T extends object>(actor: Actor, row: T): Allowed<T, 'publish'> =>
  allow(row, 'publish', isAdmin(actor))
