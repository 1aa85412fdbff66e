import { legalEntities } from '@artel/contract/legal-entities/legal-entities'
import { routes } from '../../http/calls/route.ts'
import type { SessionSettings } from '../../sessions/session.ts'
import { legalEntityFile } from './legal-entities.file.ts'
import { toDelete } from './legal-entities.policy.ts'
import {
  createLegalEntity,
  deleteLegalEntity,
  getLegalEntity,
  listLegalEntities,
  lockLegalEntity,
  updateLegalEntity,
} from './legal-entities.ts'

export const legalEntityRoutes = ({ secretKey }: Pick<SessionSettings, 'secretKey'>) =>
  routes(legalEntities, {
    list: {
      answer: ({ db, actor, body, query }) => listLegalEntities(db, secretKey, actor, body, query),
      file: async ({ db, actor, body, query }) => legalEntityFile(db, actor, body, query),
    },
    get: async ({ db, actor, params }) => ({
      legal_entity: await getLegalEntity(db, secretKey, actor, params.id),
    }),
    create: async ({ db, actor, body }) => {
      const id = await createLegalEntity(db, actor, body)
      return { legal_entity: await getLegalEntity(db, secretKey, actor, id) }
    },
    update: async ({ db, actor, params, body }) => {
      await updateLegalEntity(db, secretKey, actor, params.id, body)
      return { legal_entity: await getLegalEntity(db, secretKey, actor, params.id) }
    },
    remove: async ({ db, actor, params }) => {
      await deleteLegalEntity(db, actor, toDelete(actor, await lockLegalEntity(db, params.id)))
      return {}
    },
  })
