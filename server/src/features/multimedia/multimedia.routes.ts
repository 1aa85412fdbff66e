import { multimediaCalls } from '@artel/contract/multimedia/multimedia'
import { readIdempotencyKey } from '../../http/calls/idempotency.ts'
import { routes } from '../../http/calls/route.ts'
import {
  createMedia,
  deleteMedia,
  freeUnheld,
  lockMedia,
  type MediaPlaces,
  type RenameRules,
  renameMedia,
  uploadOnce,
} from './multimedia.ts'

export const multimediaRoutes = (places: MediaPlaces, rules: RenameRules) =>
  routes(multimediaCalls, {
    create: async ({ db, actor, body, files, request }) => ({
      multimedia: await uploadOnce(db, actor, readIdempotencyKey(request), body, (key) =>
        createMedia(db, actor, places, body, files.file, key),
      ),
    }),
    usage: async ({ db }) => ({ media: await places.quota.show(db) }),
    free: async ({ root, db, actor }) => ({
      deleted: await freeUnheld(root, db, actor),
      media: await places.quota.show(db),
    }),
    update: async ({ db, actor, params, body }) => {
      const media = await lockMedia(db, actor, params.id)
      return { multimedia: await renameMedia(db, actor, media, body.name, rules) }
    },
    remove: async ({ db, actor, params }) => {
      await deleteMedia(db, actor, await lockMedia(db, actor, params.id))
      return {}
    },
  })
