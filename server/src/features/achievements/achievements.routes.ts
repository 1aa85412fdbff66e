import { achievements } from '@artel/contract/achievements/achievements'
import { routes } from '../../http/calls/route.ts'
import { writeAudit } from '../audit/audit.ts'
import { achievementFile } from './achievements.file.ts'
import { queueRecompute } from './achievements.jobs.ts'
import { previewRules } from './achievements.replay.ts'
import { getAchievement, giveAchievement, listAchievements, revokeAchievement } from './achievements.ts'

export const achievementRoutes = routes(achievements, {
  list: {
    answer: ({ db, actor, body, query }) => listAchievements(db, actor, body, query),
    file: async ({ db, actor, body, query }) => achievementFile(db, actor, body, query),
  },
  give: async ({ db, actor, params, body }) => ({
    achievement: await giveAchievement(db, actor, params.user_id, body.achievement, body.comment || null),
  }),
  revoke: async ({ db, actor, params, body }) => {
    await revokeAchievement(db, actor, params.id, body.comment)
    return { achievement: await getAchievement(db, actor, params.id) }
  },
  preview: async ({ db, body }) => ({ preview: await previewRules(db, body) }),
  recompute: async ({ db, actor }) => {
    await queueRecompute(db)
    await writeAudit(db, actor, { action: 'recompute', entity: 'achievement', id: null })
    return {}
  },
})
