import type { Actor } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'
import { mayLead, maySee } from './users.rules.ts'

/** Reads all that is known of a person. @throws ApiError forbidden */
export const toKnow = <T extends { id: number }>(actor: Actor, user: T): Allowed<T, 'know'> =>
  allow(user, 'know', maySee(actor, user))

/** A person as their row has them; a draft of one has neither id nor status. */
type Row = Pick<Actor, 'type'> & { id?: number; status?: 'active' | 'archived' }

// Somebody else may have changed the actor while the call waited for this very row. What they change of themself must
// not be judged by the rights that they had before.
const isStillThemself = (actor: Actor, user: Row): boolean =>
  user.id !== actor.userId || (user.type === actor.type && user.status !== 'archived')

/** Takes on, changes, archives, invites. @throws ApiError forbidden */
export const toLead = <T extends Row>(actor: Actor, user: T): Allowed<T, 'lead'> =>
  allow(user, 'lead', mayLead(actor, user) && isStillThemself(actor, user))

/** Gives them another type, or deletes them. @throws ApiError forbidden */
export const toOwn = <T extends Row>(actor: Actor, user: T): Allowed<T, 'own'> =>
  allow(user, 'own', actor.type === 'owner' && isStillThemself(actor, user))
