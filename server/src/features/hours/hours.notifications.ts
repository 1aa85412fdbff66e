import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { notify, notifyLeaders } from '../notifications/notifications.ts'

type Told = { id: number; user_id: number; day: string }

const topicOf = ({ id }: Told) => `shift:${id}`
const urlOf = ({ user_id }: Told) => `/user/${user_id}/hours`

/** Asks the person whose shift the product has ended whether the end is right. */
export const notifyClosed = (db: Db, shift: Told): Promise<void> =>
  notify(db, null, {
    to: [shift.user_id],
    kind: 'shift_closed',
    params: { id: shift.id, day: shift.day },
    url: urlOf(shift),
    topic: topicOf(shift),
  })

/** Notifies all admins and owners that a proposed end waits for approval. */
export const notifyProposed = (db: Db, actor: Actor, shift: Told): Promise<void> =>
  notifyLeaders(db, actor, {
    kind: 'shift_proposed',
    params: { id: shift.id, day: shift.day },
    url: urlOf(shift),
    topic: topicOf(shift),
  })

/** Notifies the person that somebody has changed their hours of a day. */
export const notifyChanged = (db: Db, actor: Actor, shift: Told): Promise<void> =>
  notify(db, actor, {
    to: [shift.user_id],
    kind: 'shift_changed',
    params: { id: shift.id, day: shift.day },
    url: urlOf(shift),
    topic: topicOf(shift),
  })

/** Notifies a person on shift that the working day is about to end. */
export const notifyEnd = (db: Db, shift: Told, minutes: number): Promise<void> =>
  notify(db, null, {
    to: [shift.user_id],
    kind: 'workday_end',
    params: { id: shift.id, minutes },
    url: urlOf(shift),
  })
