import { z } from 'zod'
import { call } from '../call.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import {
  coins,
  fieldText,
  id,
  instant,
  judged,
  longText,
  money,
  sum,
  text,
  version,
} from '../shapes/primitives.ts'
import { person } from '../users/users.ts'
import { maxPeople } from './ledger.line.ts'

const can = z.object({
  edit: z.boolean(),
  /** Change its money and coins; not once an owner has reversed one of its entries by hand. */
  edit_worth: z.boolean(),
  delete: z.boolean(),
})
/** What the signed-in person may do with the reward. */
export type RewardRights = z.infer<typeof can>

export const reward = z.object({
  id,
  user_id: id,
  user: person,
  title: z.string(),
  description: z.string(),
  money: z.int(),
  coins: z.int(),
  created_by: id,
  creator: person,
  created_at: instant,
  version: z.int(),
  can,
})
export type Reward = z.infer<typeof reward>

const fields = { title: text(200), description: longText(2000), money, coins }

const rewardDraft = z
  .strictObject({
    user_id: id.optional(),
    user_ids: z.array(id).min(1).max(maxPeople).optional(),
    ...fields,
    description: fields.description.default(''),
    money: money.default(0),
    coins: coins.default(0),
  })
  .refine((draft) => (draft.user_id === undefined) !== (draft.user_ids === undefined), {
    ...fieldText('required'),
    path: ['user_id'],
  })
export type RewardDraft = z.output<typeof rewardDraft>

const rewardPatch = z.strictObject({ ...fields, version }).partial()
export type RewardPatch = z.output<typeof rewardPatch>

const totals = z.object({ money: sum, coins: sum })
export type RewardTotals = z.infer<typeof totals>

/** Recognition given to people. The ledgers have its money and coins. */
export const rewards = {
  list: listCall({
    path: '/listing/rewards',
    access: 'staff',
    shows: ['reward'],
    plural: 'rewards',
    row: reward,
    sorts: ['title', 'money', 'coins', 'created_at'],
    filters: { user_id: oneOrMany(id).optional(), created_by: oneOrMany(id).optional() },
    addressed: ['user_id', 'created_by', 'date_from', 'date_to'],
    /** For all rows of the filter; null if their number is only an estimate. */
    extra: { totals: totals.nullable() },
  }),
  /** One reward for each person, all or none. */
  give: call({
    method: 'POST',
    path: '/rewards',
    access: 'admin',
    changes: ['reward', 'money', 'coins'],
    isIdempotent: true,
    success: 201,
    body: rewardDraft,
    answer: { rewards: z.array(reward) },
  }),
  /** Posts the difference between the new and the previous amounts. */
  update: call({
    method: 'PUT',
    path: '/rewards/:id',
    access: 'admin',
    changes: ['reward', 'money', 'coins'],
    body: rewardPatch,
    answer: { reward },
    errors: ['stale', 'insufficient_coins', 'wrong_state'],
  }),
  /** Deletes a reward, and takes back its money and coins. */
  remove: call({
    method: 'DELETE',
    path: '/rewards/:id',
    access: 'admin',
    changes: ['reward', 'money', 'coins'],
    body: judged,
    answer: {},
    errors: ['insufficient_coins', 'stale'],
  }),
}
