import { search } from '@artel/contract/search'
import { routes } from '../../http/calls/route.ts'
import { searchEverything } from './search.ts'

export const searchRoutes = routes(search, {
  find: async ({ root, actor, query }) => ({ results: await searchEverything(root, actor, query.q) }),
})
