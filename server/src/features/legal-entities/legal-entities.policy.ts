import type { LegalEntityRights } from '@artel/contract/legal-entities/legal-entities'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

/** What the actor may do with any legal entity of their company. */
export const rightsOf = (actor: Actor): LegalEntityRights => ({
  edit: isAdmin(actor),
  delete: actor.type === 'owner',
  connect: actor.type === 'owner',
})

/** @throws ApiError forbidden */
export const toEdit = <T extends object>(actor: Actor, entity: T): Allowed<T, 'edit'> =>
  allow(entity, 'edit', rightsOf(actor).edit)

/** @throws ApiError forbidden */
export const toDelete = <T extends object>(actor: Actor, entity: T): Allowed<T, 'delete'> =>
  allow(entity, 'delete', rightsOf(actor).delete)

/** Allows to connect or disconnect an external service. @throws ApiError forbidden */
export const toConnect = <T extends object>(actor: Actor, entity: T): Allowed<T, 'connect'> =>
  allow(entity, 'connect', rightsOf(actor).connect)
