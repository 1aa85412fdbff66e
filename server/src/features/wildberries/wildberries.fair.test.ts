import { expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { times } from '../../testing/together.ts'
import { productOf } from '../../testing/wildberries/simulator.ts'
import { useWildberries } from '../../testing/wildberries/stage.ts'

const { wb } = await useWildberries()
const test_ = useTestApp({ wildberries: wb.settings })

const nm = 146_972_802

async function signIn(): Promise<TestClient> {
  const db = await buildCompany(test_.root)
  return TestClient.signIn(test_.app, await buildUser(test_.root, db, 'owner'))
}
const look = async (client: TestClient, id: number): Promise<number> =>
  (await client.get(`/products/wildberries/item/${id}`)).statusCode

test('a company can look up products while another one keeps forty look-ups running', async () => {
  const [ours, theirs] = [await signIn(), await signIn()]
  for (const host of [wb.card, wb.files]) host.delayMs = 300
  for (let at = 0; at < 20; at += 1) wb.card.products.set(nm + at, productOf(nm + at))
  let [isOver, next] = [false, nm + 1000]
  const flood = times(40, async () => {
    const statuses: number[] = []
    while (!isOver) statuses.push(await look(theirs, next++))
    return statuses
  })
  const statuses: number[] = []
  for (let at = 0; at < 20; at += 1) statuses.push(await look(ours, nm + at))
  isOver = true
  expect(new Set(statuses)).toEqual(new Set([200]))
  // The company that sends too much gets 429, and no error blames Wildberries.
  expect(new Set((await flood).flat())).toEqual(new Set([404, 429]))
})

test('a refusal by Wildberries pauses one company, and refusals to several pause all', async () => {
  const [first, second, third] = [await signIn(), await signIn(), await signIn()]
  for (let at = 0; at < 20; at += 1) wb.card.products.set(nm + at, productOf(nm + at))
  const limit = (mood: 'limiting' | 'well') => {
    for (const host of [wb.card, wb.files]) host.mood = mood
  }
  limit('limiting')
  expect(await look(first, nm)).toBe(502)
  limit('well')
  expect(await look(first, nm + 1)).toBe(502)
  expect(await look(second, nm + 2)).toBe(200)
  // Wildberries has answered since, so the next refusal pauses only one company.
  limit('limiting')
  expect(await look(second, nm + 3)).toBe(502)
  expect(await look(third, nm + 4)).toBe(502)
  const asked = wb.card.asked.length
  limit('well')
  expect(await look(await signIn(), nm + 5)).toBe(502)
  expect(wb.card.asked).toHaveLength(asked)
})

test('limits look-ups to sixty a minute for each company', async () => {
  const [ours, theirs] = [await signIn(), await signIn()]
  const statuses: number[] = []
  for (let at = 0; at < 61; at += 1) statuses.push(await look(theirs, nm + at))
  expect([statuses.indexOf(429), statuses.length]).toEqual([60, 61])
  expect(await look(ours, nm)).toBe(404)
})
