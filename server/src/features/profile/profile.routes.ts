import { profile } from '@artel/contract/account/profile'
import { routes } from '../../http/calls/route.ts'
import type { MediaPlaces } from '../multimedia/multimedia.ts'
import { getCurrentUser } from '../users/users.ts'
import { updateProfile } from './profile.ts'

export const profileRoutes = (places: MediaPlaces) =>
  routes(profile, {
    update: async ({ root, db, actor, body, files }) => {
      await updateProfile({ root, db, actor }, places, body, files.avatar)
      return { user: await getCurrentUser(db, actor.userId) }
    },
  })
