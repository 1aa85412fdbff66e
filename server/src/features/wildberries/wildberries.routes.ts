import { wildberries } from '@artel/contract/supplies/wildberries'
import { routes } from '../../http/calls/route.ts'
import type { SessionSettings } from '../../sessions/session.ts'
import { getLegalEntity } from '../legal-entities/legal-entities.ts'
import type { MediaPlaces } from '../multimedia/multimedia.ts'
import type { Wildberries } from './wildberries.open.ts'
import { connect, getItem, importPhotos } from './wildberries.ts'

export const wildberriesRoutes = (
  theirs: Wildberries,
  places: MediaPlaces,
  { secretKey }: Pick<SessionSettings, 'secretKey'>,
) =>
  routes(wildberries, {
    item: async ({ root, db, actor, params }) => ({
      item: await getItem({ root, db, actor }, theirs, secretKey, params.id),
    }),
    photos: async ({ root, db, actor, params }) => ({
      multimedia: await importPhotos({ root, db, actor }, theirs, places, secretKey, params.id),
    }),
    connect: async ({ root, db, actor, params, body }) => {
      await connect({ root, db, actor }, theirs, secretKey, params.id, body.token)
      return { legal_entity: await getLegalEntity(db, secretKey, actor, params.id) }
    },
  })
