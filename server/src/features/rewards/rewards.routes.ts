import { rewards } from '@artel/contract/ledger/rewards'
import { routes } from '../../http/calls/route.ts'
import { rewardFile } from './rewards.file.ts'
import { getReward, giveRewards, listRewards, removeReward, updateReward } from './rewards.ts'

export const rewardRoutes = routes(rewards, {
  list: {
    answer: ({ db, actor, body, query }) => listRewards(db, actor, body, query),
    file: async ({ db, actor, body, query }) => rewardFile(db, actor, body, query),
  },
  give: async ({ db, actor, body }) => ({ rewards: await giveRewards(db, actor, body) }),
  update: async ({ db, actor, params, body }) => {
    await updateReward(db, actor, params.id, body)
    return { reward: await getReward(db, actor, params.id) }
  },
  remove: async ({ db, actor, params, body }) => {
    await removeReward(db, actor, params.id, body.version)
    return {}
  },
})
