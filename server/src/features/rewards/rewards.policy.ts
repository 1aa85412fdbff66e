import type { RewardRights } from '@artel/contract/ledger/rewards'
import { type Actor, mayDecideFor } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

type Owned = { user_id: number }

// As for everything that brings money, an admin cannot give to themself or take back from themself.
const mayLead = (actor: Actor, { user_id }: Owned): boolean => mayDecideFor(actor, user_id)

/** Allows to give, change and take back a reward. @throws ApiError forbidden */
export const toLead = <T extends Owned>(actor: Actor, reward: T): Allowed<T, 'lead'> =>
  allow(reward, 'lead', mayLead(actor, reward))

export const rightsTo = (actor: Actor, reward: Owned & { is_reversed: boolean }): RewardRights => ({
  edit: mayLead(actor, reward),
  edit_worth: mayLead(actor, reward) && !reward.is_reversed,
  delete: mayLead(actor, reward),
})
