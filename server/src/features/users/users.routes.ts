import { settings } from '@artel/contract/company'
import { users } from '@artel/contract/users'
import { routes } from '../../http/route.ts'
import { updateCompanySettings } from '../company/company.ts'
import { listUsers, updateUserSettings } from './users.ts'

export const userRoutes = [
  ...routes(users, {
    list: ({ db, actor, body, query }) => listUsers(db, actor, body, query),
  }),
  ...routes(settings, {
    update: async ({ db, actor, body }) => ({
      settings:
        body.parent === 'user'
          ? await updateUserSettings(db, actor, body.settings)
          : await updateCompanySettings(db, actor, body.settings),
    }),
  }),
]
