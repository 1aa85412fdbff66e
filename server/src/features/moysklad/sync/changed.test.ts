import { afterAll, expect, test } from 'vitest'
import { TestClient } from '../../../testing/client.ts'
import { useLoneTestApp } from '../../../testing/installation.ts'
import { fillQuietly, idOf } from '../../../testing/moysklad/catalogue.ts'
import { ownership } from '../../../testing/moysklad/moysklad-items.ts'
import { useMoySklad } from '../../../testing/moysklad/stage.ts'
import { connectAndConfirm, workFor } from '../../../testing/moysklad/work.ts'
import { buildCompany, buildUser } from '../../../testing/rows/build.ts'
import { MoySkladClient } from '../client/client.ts'

const theirs = await useMoySklad()
// A database of its own, because jobs of other test files do not know the address of this simulator.
const app = useLoneTestApp({ moySklad: theirs.settings })
const moySklad = new MoySkladClient(theirs.settings, 5)
afterAll(() => moySklad.close())

async function stage() {
  const db = await buildCompany(app.root)
  const client = await TestClient.signIn(app.app, await buildUser(app.root, db, 'owner'))
  const account = theirs.addAccount(`${db.companyId}`)
  fillQuietly(account, 1500)
  const token = await connectAndConfirm(app, moySklad, { client, db }, account)
  const run = () => db.from('moysklad_runs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  const connection = () => db.from('moysklad_connections').selectAll().executeTakeFirstOrThrow()
  /** Starts a full check, and returns while it reads products. */
  const beginRun = async (): Promise<{ ended: Promise<void> }> => {
    theirs.asked = []
    theirs.faults = [{ path: /^\/entity\/product/, delayMs: 1500 }]
    await client.post('/company/moi_sklad/sync', { full: true })
    const ended = workFor(app, moySklad, db)
    await expect.poll(() => theirs.count(({ path }) => path === '/entity/product')).toBeGreaterThan(0)
    return { ended }
  }
  return { db, client, account, token, run, connection, beginRun }
}

test('a run whose token is renewed and revoked meanwhile continues with the new one', async () => {
  const { db, client, account, token, run, connection, beginRun } = await stage()
  const { ended } = await beginRun()
  const { id } = await run()
  expect((await client.post('/company/moi_sklad', { token: account.addToken() })).statusCode).toBe(200)
  theirs.tokens.delete(token)
  await ended
  theirs.faults = []
  await workFor(app, moySklad, db)
  expect(await connection()).toMatchObject({ state: 'on', paused_until: null })
  expect(await run()).toMatchObject({ id, state: 'done', failure: null })
})

test('a part that only the new token may read stays readable', async () => {
  const { db, client, account, beginRun, connection } = await stage()
  const { ended } = await beginRun()
  const login = `admin@${account.name}`
  const renewed = await client.post('/company/moi_sklad', { token: account.addToken({ login: 'other' }) })
  expect(renewed.statusCode).toBe(200)
  for (const principal of theirs.tokens.values())
    if (principal.login === login) principal.forbidden = new Set(['employee'])
  await ended
  theirs.faults = []
  await workFor(app, moySklad, db)
  expect((await connection()).readable).toContain('employee')
})

test('fields that Artel takes over during a run are not overwritten by it', async () => {
  const { db, client, account, run, beginRun } = await stage()
  const before = account.entities.product.get(idOf(3))
  account.put('product', { id: idOf(3), name: 'Ваза «Заря»' })
  const { ended } = await beginRun()
  const owners = ownership('moysklad', { product: { name: 'artel' } })
  expect((await client.post('/company/moi_sklad', { owners })).statusCode).toBe(200)
  await ended
  theirs.faults = []
  await workFor(app, moySklad, db)
  expect(await run()).toMatchObject({ state: 'done' })
  const [product] = await db.from('products').select('name').where('moy_sklad_id', '=', idOf(3)).execute()
  expect(product).toEqual({ name: before?.name })
})
