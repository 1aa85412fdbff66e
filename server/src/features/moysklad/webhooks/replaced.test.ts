import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openQueues } from '../../../jobs/open.ts'
import { claimJob, runJob } from '../../../jobs/run-job.ts'
import { testSettings } from '../../../testing/app.ts'
import { TestClient } from '../../../testing/client.ts'
import { useLoneTestApp } from '../../../testing/installation.ts'
import type { Account } from '../../../testing/moysklad/account.ts'
import { fillCompany } from '../../../testing/moysklad/catalogue.ts'
import { useMoySklad } from '../../../testing/moysklad/stage.ts'
import { connectAndConfirm } from '../../../testing/moysklad/work.ts'
import { buildCompany, buildUser } from '../../../testing/rows/build.ts'
import { MoySkladClient } from '../client/client.ts'
import { moySkladJobs } from '../moysklad.jobs.ts'
import { registerWebhooksJob, removeWebhooksJob } from '../moysklad.kinds.ts'

const theirs = await useMoySklad()
// A database of its own, because jobs of other test files do not know the address of this simulator.
const app = useLoneTestApp({ moySklad: theirs.settings })
const moySklad = new MoySkladClient(theirs.settings, 5)
afterAll(() => moySklad.close())
const { secretKey } = testSettings
const handlers = moySkladJobs({ secretKey, address: 'http://artel.test', moySklad: theirs.settings })
const living = new AbortController().signal

/** Runs the due jobs of these kinds one after another, as the worker of a process does. */
async function work(kinds = [registerWebhooksJob.name, removeWebhooksJob.name], signal = living) {
  const boss = await openQueues(app.root, handlers)
  for (let hasRun = true; hasRun; ) {
    hasRun = false
    for (const handler of handlers.filter(({ kind }) => kinds.includes(kind.name))) {
      const job = await claimJob(app.root, handler.kind.name)
      if (!job) continue
      hasRun = true
      await runJob(boss, app.root, handler, job, signal, app.events.publish)
    }
  }
}

/** Makes the waiting jobs of the webhooks due, as if their time had come. */
const waitForLater = () =>
  sql`update jobs.job set start_after = now() - interval '1 second'
    where name like '%moy-sklad-hooks' and state < 'active'`.execute(app.root)

/** A company whose webhooks are to be registered. */
async function stage() {
  const db = await buildCompany(app.root)
  const client = await TestClient.signIn(app.app, await buildUser(app.root, db, 'owner'))
  const addAccount = () => {
    const account = theirs.addAccount(`${db.companyId}`)
    fillCompany(account)
    return account
  }
  const account = addAccount()
  const connect = (to: Account) => connectAndConfirm(app, moySklad, { client, db }, to)
  await connect(account)
  const connection = () => db.from('moysklad_connections').selectAll().executeTakeFirstOrThrow()
  return { db, client, account, addAccount, connect, connection }
}

const countHooks = ({ hooks }: Account) => [hooks.hooks.size, hooks.stockHooks.size]

/** Starts the registration, and returns while it goes on. */
async function beginRegistration(account: Account, signal = living): Promise<{ ended: Promise<void> }> {
  theirs.faults = [{ path: /webhook(stock)?$/, delayMs: 40 }]
  const ended = work([registerWebhooksJob.name], signal)
  ended.catch(() => undefined)
  await expect.poll(() => account.hooks.hooks.size).toBeGreaterThan(2)
  return { ended }
}

test('a disconnect during a registration leaves no webhook', async () => {
  const { client, account } = await stage()
  const { ended } = await beginRegistration(account)
  await client.send('DELETE', '/company/moi_sklad')
  await work([removeWebhooksJob.name])
  await ended
  expect(account.hooks.hooks.size).toBeGreaterThan(0)
  await work()
  expect(countHooks(account)).toEqual([0, 0])
})

test('a disconnect after a registration whose process has died leaves no webhook', async () => {
  const { client, account, connection } = await stage()
  const dying = new AbortController()
  const { ended } = await beginRegistration(account, dying.signal)
  dying.abort()
  await expect(ended).rejects.toThrow()
  expect((await connection()).hook_ids).toEqual([])
  await client.send('DELETE', '/company/moi_sklad')
  await work([removeWebhooksJob.name])
  expect(countHooks(account)).toEqual([0, 0])
})

test('a disconnect during a registration whose process dies later leaves no webhook', async () => {
  const { client, account } = await stage()
  const dying = new AbortController()
  const { ended } = await beginRegistration(account, dying.signal)
  await client.send('DELETE', '/company/moi_sklad')
  await work([removeWebhooksJob.name])
  await expect.poll(() => account.hooks.hooks.size).toBeGreaterThan(0)
  dying.abort()
  await expect(ended).rejects.toThrow()
  await waitForLater()
  await work()
  expect(countHooks(account)).toEqual([0, 0])
})

test('a token of another account during a registration leaves no webhook of the old account', async () => {
  const { client, account, addAccount, connect, connection } = await stage()
  const { ended } = await beginRegistration(account)
  const other = addAccount()
  expect((await client.post('/company/moi_sklad', { token: other.addToken() })).statusCode).toBe(200)
  await ended
  expect(await connection()).toMatchObject({ hook_state: 'off', hook_ids: [] })
  await work()
  expect([countHooks(account), countHooks(other)]).toEqual([
    [0, 0],
    [0, 0],
  ])
  theirs.faults = []
  await connect(other)
  await work()
  await waitForLater()
  await work()
  expect([countHooks(account), countHooks(other)]).toEqual([
    [0, 0],
    [15, 1],
  ])
  const ids = [...other.hooks.hooks.keys()].map((id) => `webhook/${id}`)
  expect((await connection()).hook_ids).toEqual(expect.arrayContaining(ids))
})

test('another token of the same account during a registration keeps the webhooks', async () => {
  const { client, account, connection } = await stage()
  const { ended } = await beginRegistration(account)
  expect((await client.post('/company/moi_sklad', { token: account.addToken() })).statusCode).toBe(200)
  await ended
  await work()
  expect(countHooks(account)).toEqual([15, 1])
  const { hook_state, hook_ids } = await connection()
  expect([hook_state, hook_ids.length]).toEqual(['on', 16])
})

test('webhooks that are turned off during a registration are removed', async () => {
  const { client, account, connection } = await stage()
  const { ended } = await beginRegistration(account)
  expect((await client.post('/company/moi_sklad', { hooks: false })).statusCode).toBe(200)
  // Another process may do the new job before the registration of this one has ended.
  await work([registerWebhooksJob.name])
  await ended
  await work()
  expect(countHooks(account)).toEqual([0, 0])
  expect(await connection()).toMatchObject({ hook_state: 'off', hook_ids: [] })
})
