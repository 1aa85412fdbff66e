import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

/** Changes the connection, confirms and stops what it does. @throws ApiError forbidden */
export const toConnect = <T extends object>(actor: Actor, connection: T): Allowed<T, 'connect'> =>
  allow(connection, 'connect', actor.type === 'owner')

/** Starts a run. @throws ApiError forbidden */
export const toStart = <T extends object>(actor: Actor, connection: T): Allowed<T, 'start'> =>
  allow(connection, 'start', isAdmin(actor))

/** Says which employee of theirs a person is. @throws ApiError forbidden */
export const toTie = <T extends object>(actor: Actor, user: T): Allowed<T, 'tie'> =>
  allow(user, 'tie', actor.type === 'owner')
