import type { Db } from '../../database/db.ts'
import type { MoySkladClient } from '../../features/moysklad/client/client.ts'
import { syncCompany } from '../../features/moysklad/sync/sync.ts'
import { type TestApp, testSettings } from '../app.ts'
import type { TestClient } from '../client.ts'
import type { Account } from './account.ts'

/** Runs the work of a company until none is left, as the jobs do. */
export async function workFor(
  { root, events }: Pick<TestApp, 'root' | 'events'>,
  moySklad: MoySkladClient,
  { companyId }: Db,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const context = {
    root,
    publish: events.publish,
    signal,
    client: moySklad,
    secretKey: testSettings.secretKey,
    companyId,
  }
  while (await syncCompany(context));
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
