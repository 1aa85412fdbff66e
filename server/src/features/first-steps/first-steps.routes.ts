import { firstSteps } from '@artel/contract/first-steps/first-steps'
import { routes } from '../../http/calls/route.ts'
import type { MediaPlaces } from '../multimedia/multimedia.ts'
import { addExample, getFirstSteps, removeExample } from './first-steps.ts'

export const firstStepRoutes = (places: MediaPlaces) =>
  routes(firstSteps, {
    get: ({ db, actor }) => getFirstSteps(db, actor),
    addExample: async ({ root, db, actor }) => {
      await addExample({ root, db, actor }, places)
      return {}
    },
    removeExample: async ({ db, actor }) => ({ stayed: await removeExample(db, actor) }),
  })
