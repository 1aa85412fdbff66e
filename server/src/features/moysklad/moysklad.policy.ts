import type { Actor } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

/** Changes the connection, begins and ends what it does. @throws ApiError forbidden */
export const toConnect = <T extends object>(actor: Actor, connection: T): Allowed<T, 'connect'> =>
  allow(connection, 'connect', actor.type === 'owner')

export const mayTie = (actor: Actor): boolean => actor.type === 'owner'

/** Says which employee of theirs a person is. @throws ApiError forbidden */
export const toTie = <T extends object>(actor: Actor, user: T): Allowed<T, 'tie'> =>
  allow(user, 'tie', mayTie(actor))
