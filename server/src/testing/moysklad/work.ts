import type { Db } from '../../database/db.ts'
import type { MoySkladClient } from '../../features/moysklad/client/client.ts'
import { syncCompany } from '../../features/moysklad/sync/sync.ts'
import { type TestApp, testSettings } from '../app.ts'
import type { TestClient } from '../client.ts'
import type { Account } from './account.ts'

type Work = [app: Pick<TestApp, 'root' | 'events'>, moySklad: MoySkladClient, db: Db]
type Options = { signal?: AbortSignal; turnMs?: number }

/** Works for a company as one job does. @returns whether there is more to do at once */
export function workOneTurn(
  ...[{ root, events }, client, { companyId }, { signal, ...options } = {}]: [...Work, options?: Options]
): Promise<boolean> {
  return syncCompany({
    root,
    publish: events.publish,
    signal: signal ?? new AbortController().signal,
    client,
    secretKey: testSettings.secretKey,
    companyId,
    ...options,
  })
}

/** Runs the work of a company until none is left, as the jobs do. */
export async function workFor(...[app, client, db, signal]: [...Work, signal?: AbortSignal]): Promise<void> {
  while (await workOneTurn(app, client, db, signal && { signal }));
}

/** Connects a company to an account and confirms the writing of all rows. */
export async function connectAndConfirm(
  app: TestApp,
  moySklad: MoySkladClient,
  { client, db }: { client: TestClient; db: Db },
  account: Account,
): Promise<string> {
  const token = account.addToken()
  const steps: [string, object][] = [
    ['/company/moi_sklad', { token }],
    ['/company/moi_sklad/sync', {}],
    ['/company/moi_sklad/confirm', {}],
  ]
  for (const [path, body] of steps) {
    const answer = await client.post(path, body)
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.raw.body}`)
    await workFor(app, moySklad, db)
  }
  return token
}
