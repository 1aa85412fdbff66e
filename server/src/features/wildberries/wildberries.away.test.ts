import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { nowIso, stopClockAt } from '../../clock.ts'
import { useTestApp } from '../../testing/app.ts'
import { codeOf, TestClient } from '../../testing/client.ts'
import { buildCompany, buildLegalEntity, buildUser } from '../../testing/rows/build.ts'
import { connectTo } from '../../testing/wildberries/connect.ts'
import { cardOf, fileOf, filePathOf, productOf } from '../../testing/wildberries/simulator.ts'
import { useWildberries } from '../../testing/wildberries/stage.ts'

const { wb, pass } = await useWildberries()
const test_ = useTestApp({ wildberries: wb.settings })

const nm = 146_972_802
const all = ['content', 'card', 'files'] as const

async function stage() {
  const db = await buildCompany(test_.root)
  const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
  const entity = await buildLegalEntity(db)
  await connectTo(wb, db, entity, [cardOf(nm)])
  return { db, client, show: (id = nm) => client.get(`/products/wildberries/item/${id}`) }
}

describe('when Wildberries', () => {
  test.each(['silent', 'broken', 'cut', 'failing', 'forbidding', 'limiting', 'page'] as const)(
    'is %s, the answer is 502 within five seconds',
    async (mood) => {
      const { show, client } = await stage()
      for (const name of all) wb[name].mood = mood
      const begun = performance.now()
      const answer = await show()
      expect(performance.now() - begun).toBeLessThan(5000)
      expect(codeOf(answer)).toEqual([502, 'upstream'])
      expect(answer.body.message).toContain('Введите вручную')
      // Other requests still work.
      expect((await client.post('/products')).statusCode).toBe(200)
    },
    10_000,
  )

  test('does not answer sellers, the public card is used', async () => {
    const { show } = await stage()
    wb.content.mood = 'silent'
    wb.card.products.set(nm, productOf(nm))
    expect((await show()).body.item).toMatchObject({ price: 129_900 })
  })

  test('fails for sellers, a product without a public card is 502, not 404', async () => {
    const { show } = await stage()
    wb.content.mood = 'failing'
    expect(codeOf(await show())).toEqual([502, 'upstream'])
  })

  test('answers slowly, the request waits for it', async () => {
    const { show } = await stage()
    wb.content.delayMs = 1000
    expect((await show()).statusCode).toBe(200)
  })

  test('asks to wait, no request is sent before then', async () => {
    const { show } = await stage()
    // Stop the clock, so that the wait does not end by itself on a slow machine.
    const begun = Date.parse(nowIso())
    const stopAfter = (seconds: number) => stopClockAt(new Date(begun + seconds * 1000).toISOString())
    stopAfter(0)
    for (const name of all) wb[name].mood = 'limiting'
    expect((await show()).statusCode).toBe(502)
    for (const name of all) wb[name].mood = 'well'
    const asked = () => all.map((name) => wb[name].asked.length)
    const before = asked()
    expect((await show()).statusCode).toBe(502)
    stopAfter(19)
    expect((await show()).statusCode).toBe(502)
    expect(asked()).toEqual(before)
    stopAfter(21)
    expect((await show()).statusCode).toBe(200)
    stopClockAt(null)
  })

  test('limits the number of requests, sending stops once the limit is reached', async () => {
    const { show } = await stage()
    wb.content.isLimited = true
    // Stop the clock, so that the simulator's limit does not refill during the requests.
    stopClockAt(nowIso())
    const statuses: number[] = []
    for (let at = 1; at <= 12; at++) statuses.push((await show(nm + at)).statusCode)
    stopClockAt(null)
    expect(statuses).toEqual([...Array(5).fill(404), ...Array(7).fill(502)])
    expect(wb.content.asked).toHaveLength(6)
  })
})

test('runs only a few of 500 concurrent look-ups, refuses the others, and blocks nothing else', async () => {
  const { show, client } = await stage()
  for (const name of all) wb[name].delayMs = 1000
  const answers = Promise.all(Array.from({ length: 500 }, (_, at) => show(nm + 1 + at)))
  expect((await client.post('/products')).statusCode).toBe(200)
  await sql`select 1`.execute(test_.root)
  const statuses = (await answers).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => ![404, 429, 502].includes(status))).toEqual([])
  expect(statuses).toContain(429)
  // Six requests may run at once. An aborted request frees its place a moment later.
  for (const name of all) expect(wb[name].maxOpen).toBeLessThanOrEqual(12)
  for (const name of all) wb[name].delayMs = 0
  pass(61)
  expect((await show()).statusCode).toBe(200)
})

describe('an installation without public look-ups', () => {
  const closed = useTestApp({ wildberries: { ...wb.settings, asksPublic: false } })

  test('uses only the cards of sellers', async () => {
    const db = await buildCompany(closed.root)
    const client = await TestClient.signIn(closed.app, await buildUser(closed.root, db, 'admin'))
    wb.card.products.set(nm, productOf(nm))
    wb.files.files.set(filePathOf(nm), fileOf(nm))
    const show = (id: number) => client.get(`/products/wildberries/item/${id}`)
    expect(codeOf(await show(nm))).toEqual([502, 'upstream'])
    await connectTo(wb, db, await buildLegalEntity(db), [cardOf(nm + 1)])
    expect((await show(nm + 1)).statusCode).toBe(200)
    expect((await show(nm)).statusCode).toBe(404)
    expect([wb.card.asked, wb.files.asked]).toEqual([[], []])
  })
})
