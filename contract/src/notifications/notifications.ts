import { z } from 'zod'
import { call } from '../call.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import { fieldText, id, instant } from '../shapes/primitives.ts'
import { person } from '../users/users.ts'
import { notificationKinds } from './notifications.line.ts'

/** Values for the texts of a notification. */
export type NotificationParams = Record<string, string | number>

const kind = z.enum(notificationKinds)

const notification = z.object({
  id,
  kind,
  /** In the reader's language. */
  title: z.string(),
  body: z.string(),
  /** Who caused it; null: the product. */
  actor: person.nullable(),
  /** A path of the app. */
  url: z.string(),
  created_at: instant,
  read_at: instant.nullable(),
})
export type Notification = z.infer<typeof notification>

const unread = z.int()

export const notifications = {
  /** Own notifications of the person. */
  list: listCall({
    path: '/listing/notifications',
    access: 'staff',
    shows: ['notification'],
    plural: 'notifications',
    row: notification,
    sorts: ['created_at'],
    filters: { kind: oneOrMany(kind).optional() },
    /** Number of unread notifications, regardless of the filters. */
    extra: { unread },
  }),
  read: call({
    method: 'POST',
    path: '/notifications/read',
    access: 'staff',
    changes: ['notification', 'push'],
    body: z
      .strictObject({ ids: z.array(id).min(1).max(1000).optional(), all: z.boolean().optional() })
      .refine((body) => (body.ids !== undefined) !== (body.all === true), {
        ...fieldText('required'),
        path: ['ids'],
      }),
    answer: { unread },
  }),
}
