import { settings } from '@artel/contract/company/company'
import { users } from '@artel/contract/users/users'
import { routes } from '../../http/calls/route.ts'
import { updateCompanySettings } from '../company/company.ts'
import { userFile } from './users.file.ts'
import { getUser, listUsers, refuseHidden, updateUserSettings } from './users.ts'

export const userRoutes = [
  ...routes(users, {
    list: {
      answer: ({ db, actor, body, query }) => listUsers(db, actor, body, query),
      file: async ({ db, actor, body, query }) => {
        refuseHidden(actor, body, query)
        return userFile(db, actor, body, query)
      },
    },
    get: async ({ db, actor, params }) => ({ user: await getUser(db, actor, params.id) }),
  }),
  ...routes(settings, {
    update: async ({ db, actor, body }) => ({
      settings:
        body.parent === 'user'
          ? await updateUserSettings(db, actor, body.settings)
          : await updateCompanySettings(db, actor, body.settings, body.version),
    }),
  }),
]
