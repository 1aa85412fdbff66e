import { pushes } from '@artel/contract/pushes/pushes'
import { routes } from '../../http/calls/route.ts'
import { getAutomatics } from '../notifications/notifications.ts'
import { pushFile } from './pushes.file.ts'
import {
  changeAutomatics,
  countAudience,
  createPush,
  deletePush,
  getPush,
  listPushes,
  lockScheduled,
  updatePush,
} from './pushes.ts'

export const pushRoutes = routes(pushes, {
  list: {
    answer: ({ db, actor, body, query }) => listPushes(db, actor, body, query),
    file: async ({ db, actor, body, query }) => pushFile(db, actor, body, query),
  },
  get: async ({ db, actor, params }) => ({ push: await getPush(db, actor, params.id) }),
  send: async ({ root, db, actor, body }) => ({
    push: await getPush(db, actor, await createPush(root, db, actor, body)),
  }),
  update: async ({ root, db, actor, params, body }) => {
    await updatePush(root, db, actor, await lockScheduled(db, actor, params.id), body)
    return { push: await getPush(db, actor, params.id) }
  },
  remove: async ({ db, actor, params }) => {
    await deletePush(db, actor, await lockScheduled(db, actor, params.id))
    return {}
  },
  count: ({ db, body }) => countAudience(db, body.audience),
  getAutomatic: async ({ db }) => ({ pushes: await getAutomatics(db) }),
  setAutomatic: async ({ db, actor, body }) => ({ pushes: await changeAutomatics(db, actor, body) }),
})
