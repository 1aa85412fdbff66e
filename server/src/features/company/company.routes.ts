import { companyCalls } from '@artel/contract/company'
import { routes } from '../../http/route.ts'
import { inOwnTransaction } from '../../http/transaction.ts'
import type { MediaPlaces } from '../multimedia/multimedia.ts'
import { storeLogo } from './company.logo.ts'
import { updateCompany, updateSchedule } from './company.ts'

export const companyRoutes = (places: MediaPlaces) =>
  routes(companyCalls, {
    update: async ({ db, root, actor, body, files }) => {
      // Before the transaction: it would wait for the storage with the company's row in its hands.
      const patch = files.logo ? { ...body, logo: await storeLogo(db, actor, places, files.logo) } : body
      return {
        company: await inOwnTransaction(root, db, (own) => updateCompany(own, actor, patch)),
      }
    },
    schedule: async ({ db, actor, body }) => ({ company: await updateSchedule(db, actor, body) }),
  })
