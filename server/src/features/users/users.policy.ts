import type { Actor } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'
import { mayLead, maySee } from './users.rules.ts'

/** Permission to read all data of a person. @throws ApiError forbidden */
export const toKnow = <T extends { id: number }>(actor: Actor, user: T): Allowed<T, 'know'> =>
  allow(user, 'know', maySee(actor, user))

/** A person's row, or a draft of one, which has no id and no status. */
type Row = Pick<Actor, 'type'> & { id?: number; status?: 'active' | 'archived' }

// Somebody else may have changed the actor's own row while the call waited for its lock. The actor's old
// rights must not allow a change of that row.
const isStillThemself = (actor: Actor, user: Row): boolean =>
  user.id !== actor.userId || (user.type === actor.type && user.status !== 'archived')

/** Permission to create, change, archive and invite. @throws ApiError forbidden */
export const toLead = <T extends Row>(actor: Actor, user: T): Allowed<T, 'lead'> =>
  allow(user, 'lead', mayLead(actor, user) && isStillThemself(actor, user))

/** Permission to change a person's type or to delete them. @throws ApiError forbidden */
export const toOwn = <T extends Row>(actor: Actor, user: T): Allowed<T, 'own'> =>
  allow(user, 'own', actor.type === 'owner' && isStillThemself(actor, user))
