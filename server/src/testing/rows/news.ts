import type { Notification } from '@artel/contract/notifications/notifications'
import type { TestClient } from '../client.ts'

/** The notifications in the user's bell, the newest first. */
export const newsOf = async (client: TestClient): Promise<Notification[]> =>
  // The shape that the call declares.
  (await client.post('/listing/notifications')).body.notifications as Notification[]
