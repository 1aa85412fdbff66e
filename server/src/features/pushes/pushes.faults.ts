import type { Db } from '../../database/db.ts'
import type { OfCompany } from '../../jobs/each-company.ts'
import { jobKind } from '../../jobs/jobs.ts'
import { notifyOwners } from '../notifications/notifications.ts'

/** Notifies the owners that a push service rejects the signatures of this installation. */
export const faultKind = jobKind<OfCompany & { host: string }>('tell-push-fault')

export async function notifyFault(db: Db, host: string): Promise<void> {
  await notifyOwners(db, null, {
    kind: 'push_fault',
    params: { id: 0, host },
    url: '/pushes',
    topic: `host:${host}`,
  })
}
