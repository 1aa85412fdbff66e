import type { Push } from '@artel/contract/pushes/pushes'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

/** Allows to change or cancel a push. @throws ApiError forbidden */
export const toManage = <T extends object>(actor: Actor, push: T): Allowed<T, 'manage'> =>
  allow(push, 'manage', isAdmin(actor))

export const rightsTo = (actor: Actor, { status }: Pick<Push, 'status'>): Push['can'] => ({
  edit: isAdmin(actor) && status === 'scheduled',
})
