import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../testing/app.ts'
import { buildCompany, buildUser } from '../testing/build.ts'
import { TestClient } from '../testing/client.ts'
import { buildBox, buildScannable, buildSupply } from '../testing/supplies.ts'
import { buildTeam } from '../testing/team.ts'
import { countAnswers, times } from '../testing/together.ts'
import { LimitError } from './errors.ts'
import { inShare } from './shares.ts'

const test_ = useTestApp()

const call = { securesAccount: false, bytes: 0 }

/** Work that lasts until it is told to end, and how much of it runs. */
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

describe('the share of the database', () => {
  test('of a person is four calls, and three hundred more may wait', async () => {
    const { state, start, endAll } = work()
    const person = { companyId: 1, userId: 1 }
    const calls = Array.from({ length: 304 }, () => inShare(person, call, start))
    await new Promise(setImmediate)
    expect(state.running).toBe(4)
    await expect(inShare(person, call, start)).rejects.toThrow(LimitError)
    await endAll(calls)
    expect(state.most).toBe(4)
    await endAll([inShare(person, call, start)])
  })

  test('of a company leaves connections to others', async () => {
    const { state, start, endAll } = work()
    const calls = Array.from({ length: 40 }, (_, index) =>
      inShare({ companyId: 2, userId: index % 10 }, call, start),
    )
    await new Promise(setImmediate)
    expect(state.running).toBe(16)
    const other = inShare({ companyId: 3, userId: 1 }, call, start)
    await new Promise(setImmediate)
    expect(state.running).toBe(17)
    await endAll([...calls, other])
    expect(state.most).toBe(17)
  })

  test('has room for so much that calls bring: 16 MiB of a person, 48 of a company, 128 of all', async () => {
    const { start, endAll } = work()
    const large = { ...call, bytes: 1_048_576 }
    const bring = (companyId: number, userId: number, count: number) =>
      Array.from({ length: count }, () => inShare({ companyId, userId }, large, start))
    const calls = bring(51, 1, 16)
    await expect(bring(51, 1, 1)[0]).rejects.toThrow(LimitError)
    calls.push(...bring(51, 2, 16), ...bring(51, 3, 16))
    await expect(bring(51, 4, 1)[0]).rejects.toThrow(LimitError)
    // What brings nothing finds room.
    calls.push(inShare({ companyId: 51, userId: 4 }, call, start))
    for (const user of [1, 2, 3]) calls.push(...bring(52, user, 16))
    calls.push(...bring(53, 1, 16), ...bring(53, 2, 16))
    await expect(bring(54, 1, 1)[0]).rejects.toThrow(LimitError)
    await endAll(calls)
    await endAll(bring(54, 1, 16))
  })

  test('is given back by work that fails', async () => {
    const person = { companyId: 4, userId: 1 }
    const fail = () => inShare(person, call, () => Promise.reject(new Error('no'))).catch(() => undefined)
    await Promise.all(Array.from({ length: 20 }, fail))
    expect(await inShare(person, call, async () => 'done')).toBe('done')
  })

  test('keeps one person, whose calls all wait for one row, from taking every connection', async () => {
    const [db, other] = [await buildCompany(test_.root), await buildCompany(test_.root)]
    const [person, stranger] = [
      await buildUser(test_.root, db, 'staff'),
      await buildUser(test_.root, other, 'staff'),
    ]
    const client = await TestClient.signIn(test_.app, person)
    const beside = await TestClient.signIn(test_.app, stranger)
    let release = () => {}
    const locked = test_.root.transaction().execute(async (transaction) => {
      await sql`select from users where id = ${person.id} for update`.execute(transaction)
      await new Promise<void>((resolve) => (release = resolve))
    })
    const settings = (theme: string) => ({ parent: 'user', settings: { theme } })
    const waiting = times(80, () => client.send('PUT', '/settings', settings('dark')))
    await new Promise((resolve) => setTimeout(resolve, 300))
    const answers = await times(10, () => beside.send('PUT', '/settings', settings('light')))
    expect(countAnswers(answers)).toEqual({ 200: 10 })
    release()
    await locked
    expect(countAnswers(await waiting)).toEqual({ 200: 80 })
  })

  test('is kept by calls that open transactions of their own, so that a burst of scans leaves connections', async () => {
    const { db, people, as } = await buildTeam(test_)
    const beside = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
    const supply = await buildSupply(db)
    const box = await buildBox(db, supply)
    await buildScannable(db, 'BURST-1')
    let release = () => {}
    const locked = test_.root.transaction().execute(async (transaction) => {
      await sql`select from supply_boxes where id = ${box} for update`.execute(transaction)
      await sql`select from companies where id = ${db.companyId} for update`.execute(transaction)
      await new Promise<void>((resolve) => (release = resolve))
    })
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
    release()
    await locked
    expect(countAnswers(await scans)).toEqual({ 200: 40 })
    expect(countAnswers(await links)).toEqual({ 201: 40 })
  })
})
