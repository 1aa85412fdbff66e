import type { Db } from '../../database/db.ts'
import type { OfCompany } from '../../jobs/each-company.ts'
import { jobKind } from '../../jobs/jobs.ts'
import { notify } from '../notifications/notifications.ts'
import { findOwners } from './pushes.queries.ts'

/** Notifies the owners that a push service rejects the signatures of this installation. */
export const faultKind = jobKind<OfCompany & { host: string }>('tell-push-fault')

export async function notifyFault(db: Db, host: string): Promise<void> {
  const to = await findOwners(db)
  await notify(db, null, {
    to,
    kind: 'push_fault',
    params: { id: 0, host },
    url: '/pushes',
    topic: `host:${host}`,
  })
}
