import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import type { SecretKey } from '../../seal.ts'
import { readPushKeys, sendingKind } from '../devices/devices.ts'
import { PushClient } from './pushes.client.ts'
import { refreshPushJob, refreshPushStatus, startPushJob, startScheduled } from './pushes.course.ts'
import { faultKind, notifyFault } from './pushes.faults.ts'
import { Pauses } from './pushes.pauses.ts'
import { findUnderWay } from './pushes.queries.ts'
import { sendDue } from './pushes.send.ts'

export type PushSettings = {
  secretKey: SecretKey
  /** Public address of this installation, without a trailing `/`. */
  address: string
  /** Sender address of mails. */
  sender: { address: string }
  /** Push services in addition to the known ones: host, with the port if it is not 443. */
  pushHosts: readonly string[]
}

export function pushJobs({ secretKey, address, sender, pushHosts: hosts }: PushSettings) {
  const pauses = new Pauses()
  const subject = subjectOf(address, sender.address)
  return [
    registerJob(sendingKind, {
      effect: 'outside',
      everySeconds: 60,
      run: async ({ root, companyDb, signal }) => {
        const keys = await readPushKeys(root, secretKey)
        const client = new PushClient({ keys, subject, hosts })
        await sendDue({ root, companyDb, signal, client, pauses }).finally(() => client.close())
      },
    }),
    registerJob(startPushJob, {
      effect: 'database',
      run: ({ root, payload, companyDb }) => startScheduled(root, companyDb(payload.company_id), payload.id),
    }),
    registerJob(refreshPushJob, {
      effect: 'database',
      run: ({ payload, companyDb }) => refreshPushStatus(companyDb(payload.company_id), payload.id),
    }),
    registerJob(faultKind, {
      effect: 'database',
      run: ({ payload, companyDb }) => notifyFault(companyDb(payload.company_id), payload.host),
    }),
    // Queues lost jobs again. Each push has its own job, so that a failing push does not block the others.
    registerJob(jobKind('look-after-pushes'), {
      effect: 'database',
      everySeconds: 60,
      run: async ({ root }) => {
        for (const { status, ...push } of await findUnderWay(root))
          await queueJob(root, status === 'scheduled' ? startPushJob : refreshPushJob, push)
      },
    }),
  ]
}

/** Returns the contact address for push services. Apple rejects a local host name. */
function subjectOf(address: string, sender: string): string {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:' && hostname.includes('.')) return address
  return /@[^@]*[a-z][^@]*\.[a-z]{2,}$/i.test(sender) ? `mailto:${sender}` : 'mailto:no-reply@example.com'
}
