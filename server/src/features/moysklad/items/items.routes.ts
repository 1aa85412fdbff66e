import { moySkladItems } from '@artel/contract/moysklad/moysklad.items'
import type { Db } from '../../../database/db.ts'
import { ApiError } from '../../../errors/errors.ts'
import { routes } from '../../../http/calls/route.ts'
import { findConnection } from '../moysklad.queries.ts'
import { decide, decideMany, retry } from './decide.ts'
import { itemFile, logFile } from './items.file.ts'
import { countPlans } from './items.list.queries.ts'
import { getItem, listItems, listLog } from './items.show.ts'
import { getUserTie, lockToTie, tieUser } from './users.ts'

async function refuseUnconnected(db: Db): Promise<void> {
  if (!(await findConnection(db))) throw new ApiError('wrong_state')
}

export const moySkladItemRoutes = routes(moySkladItems, {
  preview: async ({ db }) => {
    await refuseUnconnected(db)
    return { preview: await countPlans(db) }
  },
  list: {
    answer: ({ db, actor, body, query }) => listItems(db, actor, body, query),
    file: async ({ db, actor, body, query }) => itemFile(db, actor, body, query),
  },
  get: async ({ db, actor, params }) => ({ item: await getItem(db, actor, params.id) }),
  decide: async ({ db, actor, params, body }) => {
    await decide(db, actor, params.id, body)
    return { item: await getItem(db, actor, params.id) }
  },
  decideMany: async ({ db, actor, body }) => ({
    decided: await decideMany(db, actor, body.ids, body.decision),
  }),
  retry: async ({ db, actor, body }) => ({ run: await retry(db, actor, body.ids) }),
  log: {
    answer: ({ db, actor, body, query }) => listLog(db, actor, body, query),
    file: async ({ db, actor, body, query }) => logFile(db, actor, body, query),
  },
  user: async ({ db, params }) => ({ moi_sklad: await getUserTie(db, params.id) }),
  tieUser: async ({ db, actor, params, body }) => {
    await tieUser(db, actor, await lockToTie(db, actor, params.id), body)
    return { moi_sklad: await getUserTie(db, params.id) }
  },
})
