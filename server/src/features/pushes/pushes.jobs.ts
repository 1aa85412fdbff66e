import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import { readPushKeys, sendingKind } from '../devices/devices.ts'
import { settlePush, settlingKind, startingKind, startScheduled } from './pushes.course.ts'
import { Door } from './pushes.door.ts'
import { faultKind, tellFault } from './pushes.faults.ts'
import { Pauses } from './pushes.pauses.ts'
import { findUnderWay } from './pushes.queries.ts'
import { sendDue } from './pushes.send.ts'

export type PushSettings = {
  secretKey: string
  /** Of this installation; ends without `/`. */
  address: string
  /** From which mails come. */
  sender: string
  /** Push services beyond those that are known: host, with the port where it is another than 443. */
  pushHosts: readonly string[]
}

export function pushJobs({ secretKey, address, sender, pushHosts: hosts }: PushSettings) {
  const pauses = new Pauses()
  const subject = subjectOf(address, sender)
  return [
    registerJob(sendingKind, {
      effect: 'outside',
      everySeconds: 60,
      run: async ({ root, companyDb, signal }) => {
        const keys = await readPushKeys(root, secretKey)
        const door = new Door({ keys, subject, hosts })
        await sendDue({ root, companyDb, signal, door, pauses }).finally(() => door.close())
      },
    }),
    registerJob(startingKind, {
      effect: 'database',
      run: ({ root, payload, companyDb }) => startScheduled(root, companyDb(payload.company_id), payload.id),
    }),
    registerJob(settlingKind, {
      effect: 'database',
      run: ({ payload, companyDb }) => settlePush(companyDb(payload.company_id), payload.id),
    }),
    registerJob(faultKind, {
      effect: 'database',
      run: ({ payload, companyDb }) => tellFault(companyDb(payload.company_id), payload.host),
    }),
    // Whatever was lost on the way is taken up here: each by itself, so that one that fails keeps no other.
    registerJob(jobKind('look-after-pushes'), {
      effect: 'database',
      everySeconds: 60,
      run: async ({ root }) => {
        for (const { status, ...push } of await findUnderWay(root))
          await queueJob(root, status === 'scheduled' ? startingKind : settlingKind, push)
      },
    }),
  ]
}

/** Whom a push service can write to. Apple refuses a name of this machine alone. */
function subjectOf(address: string, sender: string): string {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:' && hostname.includes('.')) return address
  return /@[^@]*[a-z][^@]*\.[a-z]{2,}$/i.test(sender) ? `mailto:${sender}` : 'mailto:no-reply@example.com'
}
