import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { LimitError } from '../errors/errors.ts'
import { useTestApp } from '../testing/app.ts'
import { TestClient } from '../testing/client.ts'
import { buildMoySkladConnection } from '../testing/moysklad/moysklad-items.ts'
import { buildCompany, buildUser } from '../testing/rows/build.ts'
import { buildBox, buildScannable, buildSupply } from '../testing/rows/supplies.ts'
import { buildTeam } from '../testing/rows/team.ts'
import { countAnswers, times } from '../testing/together.ts'
import { hashToken } from '../token.ts'
import { inShare } from './shares.ts'

const test_ = useTestApp()

const call = { securesAccount: false, method: 'GET', path: '/tasks' } as const
const owner = (company: number, user = 1) => ({ company, person: `${company} ${user}` })

/** Work that lasts until the test ends it, and how much of it runs. */
function work() {
  const state = { running: 0, most: 0 }
  const ends: (() => void)[] = []
  const start = () => {
    state.running += 1
    state.most = Math.max(state.most, state.running)
    return new Promise<void>((resolve) => ends.push(resolve)).finally(() => (state.running -= 1))
  }
  const endAll = async (all: Promise<unknown>[]) => {
    const ended = Promise.allSettled(all)
    let isOver = false
    void ended.then(() => (isOver = true))
    while (!isOver) {
      for (const end of ends.splice(0)) end()
      await new Promise(setImmediate)
    }
  }
  return { state, start, endAll }
}

/** Locks the rows that the queries select. @returns a function that unlocks them, as the end of the test does */
async function lock(...rows: RawBuilder<unknown>[]): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const holding = test_.root.transaction().execute(async (transaction) => {
    for (const row of rows) await row.execute(transaction)
    locked.resolve()
    await ended.promise
  })
  const release = () => {
    ended.resolve()
    return holding
  }
  onTestFinished(release)
  await Promise.race([locked.promise, holding])
  return release
}

describe('the share of the database', () => {
  test('of a user is four concurrent calls, and 300 more may wait', async () => {
    const { state, start, endAll } = work()
    const person = owner(1)
    const calls = Array.from({ length: 304 }, () => inShare(person, call, start))
    await new Promise(setImmediate)
    expect(state.running).toBe(4)
    await expect(inShare(person, call, start)).rejects.toThrow(LimitError)
    await endAll(calls)
    expect(state.most).toBe(4)
    await endAll([inShare(person, call, start)])
  })

  test('of a company leaves connections to other companies', async () => {
    const { state, start, endAll } = work()
    const calls = Array.from({ length: 40 }, (_, index) => inShare(owner(2, index % 10), call, start))
    await new Promise(setImmediate)
    expect(state.running).toBe(16)
    const other = inShare(owner(3), call, start)
    await new Promise(setImmediate)
    expect(state.running).toBe(17)
    await endAll([...calls, other])
    expect(state.most).toBe(17)
  })

  test('of each call that secures an account is separate from all other calls of the user', async () => {
    const { state, start, endAll } = work()
    const secure = { ...call, securesAccount: true }
    const ending = { ...secure, method: 'DELETE', path: '/user/sessions' } as const
    const changes = Array.from({ length: 40 }, () =>
      inShare(owner(5), { ...secure, method: 'PUT', path: '/user/password' }, start),
    )
    const others = Array.from({ length: 40 }, () => inShare(owner(5), call, start))
    await new Promise(setImmediate)
    expect(state.running).toBe(8)
    const last = inShare(owner(5), ending, start)
    await new Promise(setImmediate)
    expect(state.running).toBe(9)
    await endAll([...changes, ...others, last])
  })

  test('is released by work that fails', async () => {
    const person = owner(4)
    const fail = () => inShare(person, call, () => Promise.reject(new Error('no'))).catch(() => undefined)
    await Promise.all(Array.from({ length: 20 }, fail))
    expect(await inShare(person, call, async () => 'done')).toBe('done')
  })

  test('stops a user whose calls all wait for one row from taking every connection', async () => {
    const [db, other] = [await buildCompany(test_.root), await buildCompany(test_.root)]
    const [person, stranger] = [
      await buildUser(test_.root, db, 'staff'),
      await buildUser(test_.root, other, 'staff'),
    ]
    const client = await TestClient.signIn(test_.app, person)
    const beside = await TestClient.signIn(test_.app, stranger)
    const release = await lock(sql`select from users where id = ${person.id} for update`)
    const settings = (theme: string) => ({ parent: 'user', settings: { theme } })
    const waiting = times(80, () => client.send('PUT', '/settings', settings('dark')))
    await new Promise((resolve) => setTimeout(resolve, 300))
    const answers = await times(10, () => beside.send('PUT', '/settings', settings('light')))
    expect(countAnswers(answers)).toEqual({ 200: 10 })
    await release()
    expect(countAnswers(await waiting)).toEqual({ 200: 80 })
  })

  test('also limits webhook messages, because a stranger may know their address', async () => {
    const { db, people, as } = await buildTeam(test_)
    const key = randomUUID()
    await buildMoySkladConnection(db, people.owner, { hook_digest: hashToken(key) })
    const tell = (index: number) =>
      test_.app.inject({
        method: 'POST',
        url: `/api/moy_sklad/hooks/${key}?requestId=${index}`,
        payload: { reportType: 'stock' },
      })
    const release = await lock(
      sql`select from moysklad_connections where company_id = ${db.companyId} for update`,
    )
    const told = times(40, tell)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(countAnswers(await times(10, () => as.staff.get('/user/sessions')))).toEqual({ 200: 10 })
    await release()
    expect((await told).map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(204))
  })

  test('also limits calls with their own transactions, such as a burst of scans', async () => {
    const { db, people, as } = await buildTeam(test_)
    const beside = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
    const supply = await buildSupply(db)
    const box = await buildBox(db, supply)
    await buildScannable(db, 'BURST-1')
    const release = await lock(
      sql`select from supply_boxes where id = ${box} for update`,
      sql`select from companies where id = ${db.companyId} for update`,
    )
    const scans = times(40, () =>
      as.staff.post(`/supplies/${supply}/box/${box}/scan`, { barcode: 'BURST-1' }),
    )
    const link = { type: 'link', path: 'tasks', url: 'https://artel.test/' }
    const links = times(40, () => as.admin.post('/multimedia', link))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(countAnswers(await times(10, () => beside.get(`/users/${people.staff.id}`)))).toEqual({
      '403 forbidden': 10,
    })
    expect(countAnswers(await times(10, () => beside.get('/user/sessions')))).toEqual({ 200: 10 })
    await release()
    expect(countAnswers(await scans)).toEqual({ 200: 40 })
    expect(countAnswers(await links)).toEqual({ 201: 40 })
  })
})
