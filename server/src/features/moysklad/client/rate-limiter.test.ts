import { afterAll, describe, expect, test } from 'vitest'
import { fillQuietly } from '../../../testing/moysklad/catalogue.ts'
import { Limiter, weightOf } from '../../../testing/moysklad/limiter.ts'
import { useMoySklad } from '../../../testing/moysklad/stage.ts'
import { Random } from '../../../testing/values/random.ts'
import { VirtualClock } from '../../../testing/values/virtual-clock.ts'
import { askPage } from './ask.ts'
import { limitsOf, MoySkladClient } from './client.ts'
import { MoySkladError } from './errors.ts'
import { RateLimiter } from './rate-limiter.ts'

const windowMs = 600
const theirs = await useMoySklad(windowMs)
const clients: MoySkladClient[] = []
afterAll(async () => {
  for (const client of clients) await client.close()
})
const newClient = () => {
  const client = new MoySkladClient(theirs.settings, 5)
  clients.push(client)
  return client
}
const never = new AbortController().signal
const owner = { companyId: 1, userId: null }
const page = { limit: 1, offset: 0 }
/**
 * Maximum time that a request travels, less than the limiter allows for, and that the server works on it, ms.
 */
const [longestWayMs, longestWorkMs] = [40, 150]
const runs = 8

/**
 * Clients with these numbers of requests, each with its own limiter. They use a virtual clock, because a busy
 * machine does not change it.
 */
type Askers = { limiter: Limiter; day: string; counts: readonly number[]; seed: number }

/**
 * Sends all requests of each client at once, except the first. Each request and each answer travels for a
 * random time. A refused request is sent again, as the client does.
 * @returns the time from the second request on, ms
 */
async function askByClock({ limiter, day, counts, seed }: Askers): Promise<number> {
  const [clock, random] = [new VirtualClock(), new Random(seed)]
  limiter.now = () => clock.now()
  const weight = weightOf('user', '/entity/product', day)
  const ask = async (pace: RateLimiter) => {
    for (;;) {
      const leave = await pace.enter(never)
      await clock.sleep(random.between(1, longestWayMs))
      const verdict = limiter.enter('user', 'account', weight)
      await clock.sleep(random.between(1, longestWorkMs))
      if (verdict.of === 'taken') verdict.leave()
      await clock.sleep(random.between(1, longestWayMs))
      const limits = limitsOf(new Headers(verdict.headers))
      leave(limits)
      if (verdict.of === 'taken') return
      const ms = limits.waitMs ?? limits.resetMs ?? limits.windowMs ?? limiter.windowMs
      pace.refuse(verdict.of === 'parallel' ? 'parallel' : 'rate', Math.max(50, ms))
    }
  }
  const askers = counts.map((count) => ({ pace: new RateLimiter(undefined, clock), count }))
  // The first request shows the cost of one.
  for (const { pace } of askers) await clock.run(ask(pace))
  const begun = clock.now()
  const rest = askers.flatMap(({ pace, count }) => Array.from({ length: count - 1 }, () => ask(pace)))
  await clock.run(Promise.all(rest))
  return clock.now() - begun
}

describe('the rate limiter', () => {
  test.each([
    ['bucket', '2026-11-23', 15],
    ['bucket', '2026-12-01', 11],
    ['window', '2026-11-23', 15],
    ['window', '2026-12-01', 11],
  ] as const)('is as fast as a %s on %s allows, and never exceeds it', async (kind, day, perWindow) => {
    for (let run = 0; run < runs; run++) {
      const limiter = new Limiter()
      limiter.kind = kind
      const windows = 5
      const ms = await askByClock({ limiter, day, counts: [perWindow * windows], seed: run })
      expect(limiter.refused).toEqual({ rate: 0, parallel: 0, off: 0 })
      expect(limiter.maxOpen).toBeLessThanOrEqual(4)
      // At most one window more than at the full rate.
      expect(ms).toBeLessThan((windows + 1) * (limiter.windowMs + 60))
      expect(ms).toBeGreaterThan((windows - 1) * limiter.windowMs)
    }
  })

  test.each([
    ['2026-11-23', 3],
    ['2026-12-01', 4],
  ])('learns the cost of a request on %s from the first answer', async (day, cost) => {
    theirs.now = () => new Date(`${day}T10:00:00Z`)
    const token = theirs.addAccount('uyut').addToken()
    const client = newClient()
    await askPage({ client, owner, token, signal: never }, 'product', page)
    expect(client.limiterOf(token).allowance).toEqual({ units: 45, windowMs, cost })
  })

  test('lets two clients with the same token finish with few refusals', async () => {
    for (let run = 0; run < runs; run++) {
      const limiter = new Limiter()
      await askByClock({ limiter, day: '2026-11-23', counts: [40, 40], seed: run })
      expect(limiter.refused.rate + limiter.refused.parallel).toBeLessThan(25)
      expect(limiter.refused.off).toBe(0)
    }
  })

  // Uses the real clock, which stands still while other tests use both processors.
  test('learns from refusals if the headers of MoySklad do not show the cost of a request', {
    retry: 2,
  }, async () => {
    const token = theirs.addAccount('uyut').addToken()
    theirs.limiter.tellsWeights = false
    const client = newClient()
    const ask = () => askPage({ client, owner, token, signal: never }, 'product', page)
    await Promise.all(Array.from({ length: 75 }, ask))
    expect(theirs.count(({ status }) => status === 200)).toBe(75)
    expect(theirs.limiter.refused.rate).toBeLessThan(20)
  })
})

describe('an odd header', () => {
  const huge = '9'.repeat(30)
  const headers = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-lognex-retry-timeinterval']
  const waits = ['x-lognex-reset', 'x-lognex-retry-after']
  const cases = [...headers, ...waits].flatMap((name) =>
    ['0', '1', String(2 ** 31), String(Number.MAX_SAFE_INTEGER), huge].map((value) => [name, value] as const),
  )

  test.each(cases)('stops the requests of a token for two minutes at most: %s %s', async (name, value) => {
    const clock = new VirtualClock()
    const pace = new RateLimiter(undefined, clock)
    const ask = async (told: Record<string, string>, isRefused: boolean) => {
      const leave = await pace.enter(never)
      const limits = limitsOf(new Headers(told))
      leave(limits)
      if (isRefused) pace.refuse('rate', limits.waitMs ?? limits.resetMs ?? limits.windowMs ?? 0)
    }
    const usual = { 'x-ratelimit-limit': '45', 'x-lognex-retry-timeinterval': '3000' }
    for (const left of ['0', '40', huge])
      for (const isRefused of [false, true])
        await clock.run(ask({ ...usual, 'x-ratelimit-remaining': left, [name]: value }, isRefused))
    expect(pace.allowance.units).toBeLessThanOrEqual(100_000)
    expect(pace.allowance.windowMs).toBeLessThanOrEqual(60_000)
    const begun = clock.now()
    await clock.run(ask({}, false))
    expect(clock.now() - begun).toBeLessThanOrEqual(2 * 60_000)
  })

  test('that was saved with a connection is brought into bounds', () => {
    const most = 2 ** 31 - 1
    const pace = new RateLimiter({ units: most, windowMs: most, cost: most })
    expect(pace.allowance).toEqual({ units: 100_000, windowMs: 60_000, cost: 5 })
  })
})

describe('repeated failures', () => {
  test('of the same kind stop further requests long before MoySklad blocks the token', async () => {
    const token = theirs.addAccount('uyut').addToken()
    const client = newClient()
    theirs.faults = [{ of: 'html' }]
    const asking = { client, owner, token, signal: never }
    for (let time = 0; time < 60; time++) await askPage(asking, 'product', page).catch(() => undefined)
    // Further requests fail with the same error each time, and MoySklad gets no more of them.
    expect(theirs.asked.length).toBeLessThanOrEqual(20)
    await expect(askPage(asking, 'product', page)).rejects.toThrow(MoySkladError)
  })
})

test('reads five pages of a catalogue concurrently, each in full', async () => {
  const account = theirs.addAccount('uyut')
  fillQuietly(account, 5000)
  const token = account.addToken()
  const client = newClient()
  const pages = await Promise.all(
    [0, 1000, 2000, 3000, 4000].map((offset) =>
      askPage({ client, owner, token, signal: never }, 'product', { limit: 1000, offset }),
    ),
  )
  expect(pages.map(({ rows }) => rows.length)).toEqual([1000, 1000, 1000, 1000, 1000])
})
