import { type Actor, mayDecideFor } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

type Owned = { user_id: number }

// As for everything that brings coins, an admin cannot give to themself or take back from themself.
const mayLead = (actor: Actor, { user_id }: Owned): boolean => mayDecideFor(actor, user_id)

/** Allows to give an achievement by hand and to take it back. @throws ApiError forbidden */
export const toLead = <T extends Owned>(actor: Actor, achievement: T): Allowed<T, 'lead'> =>
  allow(achievement, 'lead', mayLead(actor, achievement))

export const rightsTo = (actor: Actor, achievement: Owned & { revoked: unknown }): { revoke: boolean } => ({
  revoke: achievement.revoked === null && mayLead(actor, achievement),
})
