import { stats } from '@artel/contract/stats/stats'
import { routes } from '../../http/calls/route.ts'
import { findAccuracy } from './stats.accuracy.queries.ts'
import { costFile, graphFile, productFile, rowFile, teamFile } from './stats.file.ts'
import { drawGraph } from './stats.graph.ts'
import { listProducts } from './stats.products.ts'
import { listStatRows } from './stats.rows.ts'
import { findBest, findCost, findHeat, findStats, listTeam } from './stats.ts'

export const statRoutes = routes(stats, {
  find: ({ db, actor, body }) => findStats(db, actor, body),
  command: {
    answer: ({ db, actor, body, query }) => listTeam(db, actor, body, query),
    file: async ({ db, actor, body, query }) => teamFile(db, actor, body, query),
  },
  graph: ({ db, actor, body }) => drawGraph(db, actor, body),
  graphFile: { file: ({ db, actor, body }) => graphFile(db, actor, body) },
  rows: {
    answer: ({ db, actor, body, query }) => listStatRows(db, actor, body, query),
    file: async ({ db, actor, body, query }) => rowFile(db, actor, body, query),
  },
  best: ({ db, actor, body }) => findBest(db, actor, body),
  heat: ({ db, actor, body }) => findHeat(db, actor, body),
  products: {
    answer: ({ db, actor, body, query }) => listProducts(db, actor, body, query),
    file: async ({ db, actor, body, query }) => productFile(db, actor, body, query),
  },
  accuracy: async ({ db, actor, body }) => ({ accuracy: await findAccuracy(db, actor, body) }),
  cost: ({ db, actor, body }) => findCost(db, actor, body),
  costFile: { file: ({ db, actor, body }) => costFile(db, actor, body) },
})
