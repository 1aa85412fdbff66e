import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

/** Allows owners to change the connection, and to confirm and stop its runs. @throws ApiError forbidden */
export const toConnect = <T extends object>(actor: Actor, connection: T): Allowed<T, 'connect'> =>
  allow(connection, 'connect', actor.type === 'owner')

/** Allows admins to start a run. @throws ApiError forbidden */
export const toStart = <T extends object>(actor: Actor, connection: T): Allowed<T, 'start'> =>
  allow(connection, 'start', isAdmin(actor))

/** Allows owners to link a person to a MoySklad employee. @throws ApiError forbidden */
export const toTie = <T extends object>(actor: Actor, user: T): Allowed<T, 'tie'> =>
  allow(user, 'tie', actor.type === 'owner')
