import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

/** Staff read products; admins and owners create and change them. */
export const rightsOf = (actor: Actor) => ({ edit: isAdmin(actor), delete: isAdmin(actor) })

/** @throws ApiError forbidden */
export const toManage = <T extends object>(actor: Actor, product: T): Allowed<T, 'manage'> =>
  allow(product, 'manage', isAdmin(actor))
