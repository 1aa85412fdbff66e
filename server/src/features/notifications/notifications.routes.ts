import { notifications } from '@artel/contract/notifications/notifications'
import { routes } from '../../http/calls/route.ts'
import { notificationFile } from './notifications.file.ts'
import { listNotifications, readNotifications } from './notifications.ts'

export const notificationRoutes = routes(notifications, {
  list: {
    answer: ({ db, actor, body, query }) => listNotifications(db, actor, body, query),
    file: async ({ db, actor, body, query }) => notificationFile(db, actor, body, query),
  },
  read: async ({ db, actor, body }) => ({
    unread: await readNotifications(db, actor, body.ids ?? null),
  }),
})
