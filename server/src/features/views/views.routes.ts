import { views } from '@artel/contract/views/views'
import { routes } from '../../http/calls/route.ts'
import { viewFile } from './views.file.ts'
import { createView, deleteView, getView, listViews, updateView } from './views.ts'

export const viewRoutes = routes(views, {
  list: {
    answer: ({ db, actor, body, query }) => listViews(db, actor, body, query),
    file: async ({ db, actor, body, query }) => viewFile(db, actor, body, query),
  },
  get: async ({ db, actor, params }) => ({ view: await getView(db, actor, params.id) }),
  create: async ({ db, actor, body }) => ({ view: await createView(db, actor, body) }),
  update: async ({ db, actor, params, body }) => ({ view: await updateView(db, actor, params.id, body) }),
  remove: async ({ db, actor, params }) => {
    await deleteView(db, actor, params.id)
    return {}
  },
})
