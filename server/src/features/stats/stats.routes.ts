import { stats } from '@artel/contract/stats'
import { routes } from '../../http/route.ts'
import { listTeam } from './stats.ts'

export const statRoutes = routes(stats, {
  command: ({ db, actor, body, query }) => listTeam(db, actor, body, query),
})
