import { afterAll, describe, expect, test } from 'vitest'
import { fillQuietly } from '../../testing/moysklad/catalogue.ts'
import { useMoySklad } from '../../testing/moysklad/stage.ts'
import { askPage } from './moysklad.ask.ts'
import { MoySkladDoor } from './moysklad.door.ts'
import { MoySkladError } from './moysklad.errors.ts'

const windowMs = 600
const theirs = await useMoySklad(windowMs)
const doors: MoySkladDoor[] = []
afterAll(async () => {
  for (const door of doors) await door.close()
})
const newDoor = () => {
  const door = new MoySkladDoor(theirs.settings, 5)
  doors.push(door)
  return door
}
const never = new AbortController().signal
const page = { limit: 1, offset: 0 }

/** Asks so often, all at once. @returns how long it took, ms */
async function askMany(door: MoySkladDoor, token: string, count: number): Promise<number> {
  const begun = performance.now()
  const questions = Array.from({ length: count }, () =>
    askPage({ door, token, signal: never }, 'product', page),
  )
  await Promise.all(questions)
  return performance.now() - begun
}

describe('the pace', () => {
  test.each([
    ['bucket', '2026-11-23', 15],
    ['bucket', '2026-12-01', 11],
    ['window', '2026-11-23', 15],
    ['window', '2026-12-01', 11],
    // Its windows are of real time: on a machine that stalls, a question may arrive in the next one.
  ] as const)(
    'is as fast as a %s on %s allows, and never faster',
    { retry: 2 },
    async (kind, day, perWindow) => {
      theirs.limiter.kind = kind
      theirs.now = () => new Date(`${day}T10:00:00Z`)
      const token = theirs.addAccount('uyut').addToken()
      const door = newDoor()
      const windows = 5
      // The first tells what one costs.
      const ms = await askMany(door, token, perWindow * windows)
      expect(door.paceOf(token).allowance).toMatchObject({
        units: 45,
        windowMs,
        cost: Math.floor(45 / perWindow),
      })
      expect(theirs.limiter.refused).toEqual({ rate: 0, parallel: 0, off: 0 })
      expect(theirs.limiter.mostOpen).toBeLessThanOrEqual(4)
      // One window more than it takes at the full rate, at most.
      expect(ms).toBeLessThan((windows + 1) * (windowMs + 60))
    },
  )

  test('two who use the same token are refused seldom, and come through', async () => {
    const token = theirs.addAccount('uyut').addToken()
    await Promise.all([askMany(newDoor(), token, 40), askMany(newDoor(), token, 40)])
    expect(theirs.count(({ status }) => status === 200)).toBe(80)
    expect(theirs.limiter.refused.rate + theirs.limiter.refused.parallel).toBeLessThan(25)
  })

  test('learns from refusals where their headers tell less than they do', async () => {
    const token = theirs.addAccount('uyut').addToken()
    theirs.limiter.tellsWeights = false
    await askMany(newDoor(), token, 75)
    expect(theirs.count(({ status }) => status === 200)).toBe(75)
    expect(theirs.limiter.refused.rate).toBeLessThan(20)
  })
})

describe('so many failures', () => {
  test('alike end it far below their cut-off', async () => {
    const token = theirs.addAccount('uyut').addToken()
    const door = newDoor()
    theirs.faults = [{ of: 'html' }]
    const asking = { door, token, signal: never }
    for (let time = 0; time < 60; time++) await askPage(asking, 'product', page).catch(() => undefined)
    // A caller that goes on is told by the same error each time, and they hear of it no more than so.
    expect(theirs.asked.length).toBeLessThanOrEqual(20)
    await expect(askPage(asking, 'product', page)).rejects.toThrow(MoySkladError)
  })
})

test('a catalogue is read in pages that go side by side, and none twice', async () => {
  const account = theirs.addAccount('uyut')
  fillQuietly(account, 5000)
  const token = account.addToken()
  const door = newDoor()
  const pages = await Promise.all(
    [0, 1000, 2000, 3000, 4000].map((offset) =>
      askPage({ door, token, signal: never }, 'product', { limit: 1000, offset }),
    ),
  )
  expect(pages.map(({ rows }) => rows.length)).toEqual([1000, 1000, 1000, 1000, 1000])
})
