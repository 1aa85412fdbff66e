import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { TestClient } from '../../../testing/client.ts'
import { useLoneTestApp } from '../../../testing/installation.ts'
import { fillQuietly } from '../../../testing/moysklad/catalogue.ts'
import { useMoySklad } from '../../../testing/moysklad/stage.ts'
import { workFor, workOneTurn } from '../../../testing/moysklad/work.ts'
import { buildCompany, buildUser } from '../../../testing/rows/build.ts'
import { MoySkladClient } from '../client/client.ts'

const theirs = await useMoySklad()
// A database of its own, because jobs of other test files do not know this simulator.
const app = useLoneTestApp({ moySklad: theirs.settings })
const clients: MoySkladClient[] = []
afterAll(async () => {
  for (const client of clients) await client.close()
})

const turnMs = 2000
/** The longest time of a turn, and time of a busy machine. */
const mostMs = 2 * turnMs + 4000

let db: Db
let token: string
let moySklad: MoySkladClient

beforeEach(async () => {
  moySklad = new MoySkladClient(theirs.settings, 5)
  clients.push(moySklad)
  db = await buildCompany(app.root)
  const client = await TestClient.signIn(app.app, await buildUser(app.root, db, 'owner'))
  const account = theirs.addAccount(`${db.companyId}`)
  fillQuietly(account, 3000)
  token = account.addToken()
  await client.post('/company/moi_sklad', { token })
  await client.post('/company/moi_sklad/sync', {})
})

const run = () => db.from('moysklad_runs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
const connection = () => db.from('moysklad_connections').selectAll().executeTakeFirstOrThrow()
const itemsRead = async () => (await db.from('moysklad_items').select('id').execute()).length
const offsets = () =>
  theirs.asked.filter(({ path }) => path === '/entity/product').map(({ query }) => query.get('offset'))

/** One turn, and how long it takes, ms. */
async function turn(): Promise<{ hasMore: boolean; ms: number }> {
  const begun = performance.now()
  const hasMore = await workOneTurn(app, moySklad, db, { turnMs })
  return { hasMore, ms: performance.now() - begun }
}

/** The last part of a company is read in the next run, which nothing keeps waiting. */
async function finish(): Promise<void> {
  theirs.faults = []
  await db.update('moysklad_connections', { paused_until: null, pause_reason: null }).execute()
  await workFor(app, moySklad, db)
  expect(await run()).toMatchObject({ state: 'done', failure: null })
  expect(await itemsRead()).toBe(3000)
}

describe('a turn ends soon', () => {
  test('while it waits for answers, and the next one asks for those again', { timeout: 60_000 }, async () => {
    theirs.asked = []
    theirs.faults = [
      { path: /^\/entity\/product/, times: 1 },
      { path: /^\/entity\/product/, delayMs: 20_000 },
    ]
    const { hasMore, ms } = await turn()
    expect(ms).toBeLessThan(mostMs)
    expect([hasMore, await itemsRead()]).toEqual([true, 1000])
    expect(await run()).toMatchObject({ state: 'running', held_by: null })
    const first = offsets()
    theirs.asked = []
    await finish()
    expect([first, offsets()]).toEqual([
      ['0', '1000', '2000'],
      ['1000', '2000'],
    ])
  })

  test.each<[string, () => void]>([
    ['the first answer', () => (theirs.faults = [{ path: /^\/entity/, delayMs: 20_000 }])],
    ['its turn to ask', () => moySklad.limiterOf(token).refuse('rate', 60_000)],
  ])('while it waits for %s, and the exchange pauses', { timeout: 60_000 }, async (_, hinder) => {
    hinder()
    const { hasMore, ms } = await turn()
    expect(ms).toBeLessThan(mostMs)
    expect(hasMore).toBe(false)
    expect(await run()).toMatchObject({ state: 'failed', failure: 'slow' })
    expect(await connection()).toMatchObject({ pause_reason: 'slow', pauses: 1 })
    moySklad = new MoySkladClient(theirs.settings, 5)
    clients.push(moySklad)
    await finish()
  })
})
