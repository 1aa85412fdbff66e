import { sql } from 'kysely'
import { now } from '../../clock.ts'
import { deleteRows } from '../../database/upkeep.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import { LabelWriter } from '../../labels/labels.ts'
import type { PrinterPlace } from '../../setting-values.ts'
import { failWaiting, findOpenQueues, releaseLost } from './printers.queries.ts'
import { type PrintTimes, usualPrintTimes, workPrinter } from './printers.send.ts'

type OfPrinter = { of: number; printer: string }

/** Prints what waits for a printer. The company is not `company_id`, because a company prints on all its printers at once. */
export const printKind = jobKind<OfPrinter>('print-labels', { isOnce: true })

const comeBackMs = 5000
const keptMs = 90 * 86_400_000
const limitSeconds = 1200

export function printerJobs(
  { printers }: { printers: readonly PrinterPlace[] },
  times: PrintTimes = usualPrintTimes,
) {
  const find = ({ of, printer }: OfPrinter) =>
    printers.find(({ companyId, name }) => companyId === of && name === printer)
  // Its thread ends by itself after a while without labels.
  const writer = new LabelWriter()
  return [
    registerJob(printKind, {
      effect: 'outside',
      limitSeconds,
      maxAtOnce: Math.max(1, printers.length),
      run: async ({ payload, root, companyDb, publish, signal }) => {
        const place = find(payload)
        if (!place) return
        const db = companyDb(payload.of)
        const isLater = await workPrinter({ db, place, writer, publish, signal, times })
        if (isLater)
          await queueJob(root, printKind, payload, { startAfter: new Date(now().getTime() + comeBackMs) })
      },
    }),
    // Queues lost jobs again, and ends prints on printers that the operator has taken out of the settings.
    registerJob(jobKind('look-after-prints'), {
      effect: 'database',
      everySeconds: 60,
      run: async ({ root, companyDb }) => {
        for (const payload of await findOpenQueues(root)) {
          if (find(payload)) await queueJob(root, printKind, payload)
          else {
            const db = companyDb(payload.of)
            const lostSince = new Date(now().getTime() - times.lostMs).toISOString()
            const ids = [
              ...(await releaseLost(db, payload.printer, lostSince)),
              ...(await failWaiting(db, payload.printer, now().toISOString(), 'unset')),
            ]
            for (const id of ids) db.announce({ entity: 'print', id, action: 'update' }, 'everyone')
          }
        }
      },
    }),
    registerJob(jobKind('forget-old-prints'), {
      effect: 'outside',
      everySeconds: 86_400,
      run: ({ root, signal }) => {
        const before = new Date(now().getTime() - keptMs).toISOString()
        return deleteRows(root, 'prints', sql`ended_at < ${before}`, signal)
      },
    }),
  ]
}
