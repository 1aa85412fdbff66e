import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { TestClient } from '../../../testing/client.ts'
import { useLoneTestApp } from '../../../testing/installation.ts'
import { idOf } from '../../../testing/moysklad/catalogue.ts'
import { useMoySklad } from '../../../testing/moysklad/stage.ts'
import { connectAndConfirm, workFor } from '../../../testing/moysklad/work.ts'
import { buildCompany, buildUser } from '../../../testing/rows/build.ts'
import { MoySkladClient } from './client.ts'

const theirs = await useMoySklad(20)
// A database of its own, because jobs of other test files do not know this simulator.
const app = useLoneTestApp({ moySklad: theirs.settings })
const moySklad = new MoySkladClient(theirs.settings, 5)
afterAll(() => moySklad.close())

let db: Db
let client: TestClient

beforeEach(async () => {
  db = await buildCompany(app.root)
  client = await TestClient.signIn(app.app, await buildUser(app.root, db, 'owner'))
  const account = theirs.addAccount('uyut')
  for (const name of ['Плед', 'Ваза']) account.put('product', { name })
  await connectAndConfirm(app, moySklad, { client, db }, account)
})

const isPage = /^\/entity\/product/
const pagesAsked = () => theirs.count(({ path }) => isPage.test(path))

/** Reads everything until the read ends, or until the given number of pages was requested. */
async function readAll(maxPages: number) {
  theirs.asked = []
  await db.update('moysklad_connections', { paused_until: null, pause_reason: null }).execute()
  await client.post('/company/moi_sklad/sync', { full: true })
  const leaving = new AbortController()
  const timer = setInterval(() => pagesAsked() > maxPages && leaving.abort(), 10)
  await workFor(app, moySklad, db, leaving.signal).catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error
  })
  clearInterval(timer)
  return db.from('moysklad_runs').select(['state', 'failure']).orderBy('id', 'desc').executeTakeFirstOrThrow()
}

const row = (at: number) => ({ id: idOf(at + 10), name: `Набор ${at}`, updated: '2026-11-20 10:00:00.000' })
const rows = (from: number, count: number) => Array.from({ length: count }, (_, at) => row(from + at))
const answer = (size: number, some: object[]) => ({ meta: { size }, rows: some })

type Page = (offset: number) => object
const lying: [string, number, Page][] = [
  ['of an absurd size', 1, () => answer(Number.MAX_SAFE_INTEGER, rows(0, 10))],
  ['of a negative size', 1, () => answer(-1, rows(0, 10))],
  ['of no size', 1, () => ({ meta: { size: '∞' }, rows: rows(0, 10) })],
  ['that are empty, of a list that has more', 8, (offset) => answer(900_000, offset ? [] : rows(0, 1000))],
  ['that are all the same one', 10, () => answer(900_000, rows(0, 1000))],
  ['that are all the same row', 10, () => answer(900_000, rows(0, 1))],
  ['of a list that grows without end', 10, (offset) => answer(5000 + offset * 300, rows(offset, 1000))],
]

describe('a run fails because of pages', () => {
  test.each(lying)('%s, after at most %i pages', async (_, most, page) => {
    theirs.faults = [{ path: isPage, page: (query) => page(Number(query.get('offset'))) }]
    expect(await readAll(most)).toEqual({ state: 'failed', failure: 'broken' })
    expect(pagesAsked()).toBeLessThanOrEqual(most)
    // The next run starts at the first page.
    theirs.faults = []
    expect(await readAll(100)).toEqual({ state: 'done', failure: null })
    const offsets = theirs.asked
      .filter(({ path, query }) => isPage.test(path) && !query.get('filter')?.includes('id='))
      .map(({ query }) => query.get('offset'))
    expect(offsets).toEqual(['0'])
  })
})

test('a list that becomes shorter while it is read is read to its end', async () => {
  const page: Page = (offset) => (offset === 0 ? answer(2500, rows(0, 1000)) : answer(1000, []))
  theirs.faults = [{ path: isPage, page: (query) => page(Number(query.get('offset'))) }]
  expect(await readAll(100)).toEqual({ state: 'done', failure: null })
})
