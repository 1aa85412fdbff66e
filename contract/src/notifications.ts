import { z } from 'zod'
import { call } from './call.ts'
import { listCall, oneOrMany } from './list.ts'
import { notificationKinds } from './notifications.line.ts'
import { fieldText, id, instant } from './primitives.ts'
import { person } from './users.ts'

/** What the words of a notification are made of. */
export type NotificationParams = Record<string, string | number>

const kind = z.enum(notificationKinds)

const notification = z.object({
  id,
  kind,
  /** In the reader's language. */
  title: z.string(),
  body: z.string(),
  /** Who did it; null: the product by itself. */
  actor: person.nullable(),
  /** A path of the app. */
  url: z.string(),
  created_at: instant,
  read_at: instant.nullable(),
})
export type Notification = z.infer<typeof notification>

const unread = z.int()

export const notifications = {
  /** One's own. */
  list: listCall({
    path: '/listing/notifications',
    access: 'staff',
    plural: 'notifications',
    row: notification,
    sorts: ['created_at'],
    filters: { kind: oneOrMany(kind).optional() },
    /** How many the person has not opened, whatever the filters. */
    extra: { unread },
  }),
  read: call({
    method: 'POST',
    path: '/notifications/read',
    access: 'staff',
    body: z
      .strictObject({ ids: z.array(id).min(1).max(1000).optional(), all: z.boolean().optional() })
      .refine((body) => (body.ids !== undefined) !== (body.all === true), {
        ...fieldText('required'),
        path: ['ids'],
      }),
    answer: { unread },
  }),
}
