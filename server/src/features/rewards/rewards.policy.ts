import type { RewardRights } from '@artel/contract/rewards'
import { type Actor, mayDecideFor } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

type Owned = { user_id: number }

// As with all that brings money: an admin gives nothing to themself, and takes nothing back.
const mayLead = (actor: Actor, { user_id }: Owned): boolean => mayDecideFor(actor, user_id)

/** Changes it and takes it back. @throws ApiError forbidden */
export const toLead = <T extends Owned>(actor: Actor, reward: T): Allowed<T, 'lead'> =>
  allow(reward, 'lead', mayLead(actor, reward))

export const rightsTo = (actor: Actor, reward: Owned): RewardRights => ({
  edit: mayLead(actor, reward),
  delete: mayLead(actor, reward),
})
