import { type Actor, mayDecideFor } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

type Owned = { user_id: number }

// As with all that brings coins: an admin gives nothing to themself, and takes nothing back.
const mayLead = (actor: Actor, { user_id }: Owned): boolean => mayDecideFor(actor, user_id)

/** Gives by hand and takes back. @throws ApiError forbidden */
export const toLead = <T extends Owned>(actor: Actor, achievement: T): Allowed<T, 'lead'> =>
  allow(achievement, 'lead', mayLead(actor, achievement))

export const rightsTo = (actor: Actor, achievement: Owned & { revoked: unknown }): { revoke: boolean } => ({
  revoke: achievement.revoked === null && mayLead(actor, achievement),
})
