import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import type { SecretKey } from '../../seal.ts'
import type { MoySkladSettings } from '../../settings.ts'
import { MoySkladClient } from './client/client.ts'
import { registerWebhooksJob, removeWebhooksJob, syncKind, webhooksSeconds } from './moysklad.kinds.ts'
import { deleteOldRuns, findCompaniesToWork } from './moysklad.queries.ts'
import { everyMs } from './moysklad.show.ts'
import { syncCompany } from './sync/sync.ts'
import { type Registering, registerHooks, removeHooksOf } from './webhooks/register.ts'

type Settings = { secretKey: SecretKey; address: string; moySklad: MoySkladSettings }

/** Companies that one process works for at once. */
const companiesAtOnce = 4
/** Job timeout, seconds. Longer than one job works for a company, plus the wait for a last answer. */
const limitSeconds = 420

/** Background jobs of the MoySklad sync. */
export function moySkladJobs({ secretKey, address, moySklad }: Settings) {
  // A client for the jobs alone. It sends no request until a job runs.
  const client = new MoySkladClient(moySklad)
  const registering = (context: Pick<Registering, 'root' | 'publish' | 'signal'>): Registering => ({
    ...context,
    client,
    secretKey,
    address,
  })
  return [
    registerJob(syncKind, {
      effect: 'outside',
      maxAtOnce: companiesAtOnce,
      limitSeconds,
      run: async ({ payload: { company_id }, root, publish, signal }) => {
        const hasMore = await syncCompany({
          root,
          publish,
          signal,
          client,
          secretKey,
          companyId: company_id,
        })
        if (hasMore) await queueJob(root, syncKind, { company_id })
      },
    }),
    registerJob(jobKind('look-after-moy-sklad'), {
      effect: 'database',
      everySeconds: 60,
      run: async ({ root }) => {
        const lease = Math.floor(Date.now() / 60_000)
        for (const company of await findCompaniesToWork(root, everyMs))
          await queueJob(root, syncKind, company, { key: `${company.company_id} look ${lease}` })
      },
    }),
    registerJob(jobKind('forget-old-moy-sklad-runs'), {
      effect: 'outside',
      everySeconds: 3600,
      run: ({ root, signal }) => deleteOldRuns(root, signal),
    }),
    registerJob(registerWebhooksJob, {
      effect: 'outside',
      limitSeconds: webhooksSeconds,
      run: ({ payload, root, publish, signal }) =>
        registerHooks(registering({ root, publish, signal }), payload.company_id),
    }),
    registerJob(removeWebhooksJob, {
      effect: 'outside',
      limitSeconds: webhooksSeconds,
      run: ({ payload, signal }) => removeHooksOf({ client, secretKey, address, signal }, payload),
    }),
  ]
}
