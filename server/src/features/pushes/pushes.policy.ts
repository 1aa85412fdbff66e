import type { Push } from '@artel/contract/pushes'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

/** Changes it, or calls it off. @throws ApiError forbidden */
export const toManage = <T extends object>(actor: Actor, push: T): Allowed<T, 'manage'> =>
  allow(push, 'manage', isAdmin(actor))

export const rightsTo = (actor: Actor, { status }: Pick<Push, 'status'>): Push['can'] => ({
  edit: isAdmin(actor) && status === 'scheduled',
})
