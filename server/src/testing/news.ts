import type { Notification } from '@artel/contract/notifications'
import type { TestClient } from './client.ts'

/** What the person's bell tells, the newest first. */
export const newsOf = async (client: TestClient): Promise<Notification[]> =>
  (await client.post('/listing/notifications')).body.notifications as Notification[] // the call's own shape
