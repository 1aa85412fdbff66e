import type { Actor } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'
import { mayLead, maySee } from './users.rules.ts'

/** Reads all that is known of a person. @throws ApiError forbidden */
export const toKnow = <T extends { id: number }>(actor: Actor, user: T): Allowed<T, 'know'> =>
  allow(user, 'know', maySee(actor, user))

/** Takes on, changes, archives, invites. @throws ApiError forbidden */
export const toLead = <T extends Pick<Actor, 'type'>>(actor: Actor, user: T): Allowed<T, 'lead'> =>
  allow(user, 'lead', mayLead(actor, user))

/** Gives them another type, or deletes them. @throws ApiError forbidden */
export const toOwn = <T extends object>(actor: Actor, user: T): Allowed<T, 'own'> =>
  allow(user, 'own', actor.type === 'owner')
