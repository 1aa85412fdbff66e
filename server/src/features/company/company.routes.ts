import { companyCalls } from '@artel/contract/company/company'
import { inOwnTransaction } from '../../database/transaction.ts'
import { fieldError } from '../../errors/errors.ts'
import { routes } from '../../http/calls/route.ts'
import { createOwnPhoto, type MediaPlaces } from '../multimedia/multimedia.ts'
import { updateCompany, updateSchedule } from './company.ts'

const logo = { path: 'logos', field: 'logo' } as const

export const companyRoutes = (places: MediaPlaces) =>
  routes(companyCalls, {
    update: async ({ db, root, actor, body, files }) => {
      if (files.logo && body.logo === null) throw fieldError('logo', 'one_file')
      // Before the transaction, because it would wait for the storage while the company row is locked.
      const photo = files.logo ? await createOwnPhoto(db, actor, places, logo, files.logo) : null
      return { company: await inOwnTransaction(root, db, (own) => updateCompany(own, actor, body, photo)) }
    },
    schedule: async ({ db, actor, body }) => ({ company: await updateSchedule(db, actor, body) }),
  })
