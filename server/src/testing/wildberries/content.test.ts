import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { now, stopClockAt } from '../../clock.ts'
import { type Card, startContent } from './content.ts'
import { cardOf } from './simulator.ts'

// Checks the simulator against the documentation of Wildberries, because other tests rely on it.
const host = await startContent()
afterAll(async () => {
  stopClockAt(null)
  await host.close()
})
beforeEach(() => {
  host.tokens.clear()
  host.isLimited = false
})

type Listed = { cards: Card[]; cursor: { updatedAt: string; nmID: number; total: number } }

async function list(settings: object, token = 'known') {
  const response = await fetch(`${host.url}/content/v2/get/cards/list?locale=ru`, {
    method: 'POST',
    headers: { authorization: token },
    body: JSON.stringify({ settings }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Listed }
}

const all = { withPhoto: -1 }
const own = (cards: Card[]) => host.tokens.set('known', { kind: 'content', cards })
const numbers = (cards: readonly Card[]) => cards.map(({ nmID }) => nmID)

describe('a list of cards', () => {
  test.each([true, false])('returns each card once by its cursor (ascending: %s)', async (ascending) => {
    // Some cards have the same second of change.
    own([5, 3, 1, 4, 2].map((nmID) => cardOf(nmID, { updatedAt: `2026-11-20T06:0${nmID % 2}:00Z` })))
    const read: number[] = []
    let cursor: object = { limit: 2 }
    for (;;) {
      const { cards, cursor: last } = (await list({ sort: { ascending }, cursor, filter: all })).body
      read.push(...numbers(cards))
      if (last.total < 2) break
      cursor = { limit: 2, updatedAt: last.updatedAt, nmID: last.nmID }
    }
    expect(read).toEqual(ascending ? [2, 4, 1, 3, 5] : [5, 3, 1, 4, 2])
  })

  test('has only cards without photos unless the filter asks for others', async () => {
    own([cardOf(1), cardOf(2, { photos: [] })])
    expect(numbers((await list({})).body.cards)).toEqual([2])
    expect(numbers((await list({ filter: { withPhoto: 1 } })).body.cards)).toEqual([1])
    expect((await list({ filter: all })).body.cards).toHaveLength(2)
  })

  test('is searched by number, article and barcode', async () => {
    own([
      cardOf(77),
      cardOf(2, { vendorCode: 'A77' }),
      cardOf(3, { sizes: [{ techSize: '', skus: ['0770'] }] }),
    ])
    const found = await list({ filter: { ...all, textSearch: '77' } })
    expect(numbers(found.body.cards).toSorted()).toEqual([2, 3, 77])
  })

  test('has at most 100 cards on a page', async () => {
    own([])
    expect(await list({ cursor: { limit: 101 } })).toMatchObject({ status: 400, body: { error: true } })
  })
})

describe('a token', () => {
  test.each([
    ['', undefined, 401],
    ['unknown', undefined, 401],
    ['expired', 'expired' as const, 401],
    ['of another kind', 'prices' as const, 403],
  ])('that is %s is rejected', async (token, kind, status) => {
    if (kind) host.tokens.set(token, { kind, cards: [] })
    expect((await list({}, token)).status).toBe(status)
  })
})

test('five requests pass at once, then one per 600 ms; a rejected one costs ten', async () => {
  const begun = now().getTime()
  const stopAt = (ms: number) => stopClockAt(new Date(begun + ms).toISOString())
  own([])
  host.isLimited = true
  stopAt(0)
  for (let left = 4; left >= 0; left--) {
    const { status, headers } = await list({ filter: all })
    expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, String(left)])
  }
  const { status, headers } = await list({ filter: all })
  expect([status, headers.get('x-ratelimit-limit'), headers.has('x-ratelimit-remaining')]).toEqual([
    429,
    '5',
    false,
  ])
  expect(Number(headers.get('x-ratelimit-retry'))).toBeGreaterThan(0)
  stopAt(600)
  expect((await list({ cursor: { limit: 101 } })).status).toBe(400)
  stopAt(6500)
  expect((await list({ filter: all })).status).toBe(429)
  stopAt(6600)
  expect((await list({ filter: all })).status).toBe(200)
})
