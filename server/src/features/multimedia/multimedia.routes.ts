import { multimediaCalls } from '@artel/contract/multimedia'
import { routes } from '../../http/route.ts'
import {
  type BeforeRename,
  createMedia,
  deleteMedia,
  freeUnheld,
  lockMedia,
  type MediaPlaces,
  renameMedia,
} from './multimedia.ts'

export const multimediaRoutes = (places: MediaPlaces, beforeRename: BeforeRename) =>
  routes(multimediaCalls, {
    create: async ({ db, actor, body, files }) => ({
      multimedia: await createMedia(db, actor, places, body, files.file),
    }),
    usage: async ({ db }) => ({ media: await places.quota.show(db) }),
    free: async ({ root, db, actor }) => ({
      deleted: await freeUnheld(root, db, actor),
      media: await places.quota.show(db),
    }),
    update: async ({ db, actor, params, body }) => {
      const media = await lockMedia(db, actor, params.id)
      await beforeRename(db, actor, media, body.name)
      return { multimedia: await renameMedia(db, actor, media, body.name) }
    },
    remove: async ({ db, actor, params }) => {
      await deleteMedia(db, actor, await lockMedia(db, actor, params.id))
      return {}
    },
  })
