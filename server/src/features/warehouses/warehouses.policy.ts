import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

/** Allows to edit, switch off and delete a warehouse. @throws ApiError forbidden */
export const toManage = <T extends object>(actor: Actor, warehouse: T): Allowed<T, 'manage'> =>
  allow(warehouse, 'manage', isAdmin(actor))
