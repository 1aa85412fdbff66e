import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { moveClock } from '../clock.ts'
import { LimitError } from '../errors/errors.ts'
import { useTestApp } from '../testing/app.ts'
import { consumeAttempts, guardTries, type Limit, type Try, type Verdict } from './tries.ts'

const test_ = useTestApp()
afterEach(() => moveClock(0))

const narrow: Limit = { name: 'narrow', most: 5, seconds: 60 }
const wide: Limit = { name: 'wide', most: 20, seconds: 60 }
const of = (limit: Limit, subject: string = randomUUID()): Try => ({ limit, subject })

/** The number of attempts that passed. Every other attempt met a limit. */
async function countThrough(attempts: Promise<unknown>[]): Promise<number> {
  const outcomes = await Promise.allSettled(attempts)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(LimitError)
  }
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

describe('counted tries', () => {
  test('that are concurrent stay within each limit, in any order of the limits', async () => {
    const [one, other] = [of(wide), of(wide)]
    const attempts = times(150, (index) =>
      consumeAttempts(test_.root, index % 2 === 0 ? [one, other] : [other, one]),
    )
    expect(await countThrough(attempts)).toBe(20)
    moveClock(61_000)
    expect(await countThrough(times(30, () => consumeAttempts(test_.root, [one])))).toBe(20)
  })

  test('that meet a used-up limit do not count towards another limit', async () => {
    const [spent, other] = [of(narrow), of(narrow)]
    expect(await countThrough(times(9, () => consumeAttempts(test_.root, [spent])))).toBe(5)
    for (const tries of [
      [other, spent],
      [spent, other],
    ]) {
      await expect(consumeAttempts(test_.root, tries)).rejects.toMatchObject({ retryAfterSeconds: 60 })
    }
    expect(await countThrough(times(9, () => consumeAttempts(test_.root, [other])))).toBe(5)
  })
})

describe('judged tries', () => {
  const judge = (tries: [Try, ...Try[]], verdict: Verdict) =>
    guardTries(test_.root, tries, async () => verdict)

  test('that are wrong and concurrent in two processes stay within their shared limit', async () => {
    const processes = [await loadProcess(), await loadProcess()]
    expect(processes[0]?.guardTries).not.toBe(processes[1]?.guardTries)
    const shared = of(wide)
    let judged = 0
    const outcomes = await Promise.allSettled(
      times(80, (index) =>
        processes[index % 2]?.guardTries(test_.root, [of(narrow), shared], async () => {
          judged += 1
          await sleep(3)
          return 'wrong'
        }),
      ),
    )
    expect(judged).toBe(20)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  })

  test('that are right and concurrent all pass, and clear only the first limit', async () => {
    const [first, second] = [of(narrow), of(narrow)]
    for (let round = 0; round < 4; round++) await judge([first, second], 'wrong')
    expect(await countThrough(times(40, () => judge([first, second], 'right')))).toBe(40)
    expect(await countThrough(times(9, () => judge([first], 'wrong')))).toBe(5)
    expect(await countThrough(times(9, () => judge([second], 'wrong')))).toBe(1)
  })

  test('that are unfinished or fail with an error neither count nor clear a limit', async () => {
    const one = of(narrow)
    for (let round = 0; round < 4; round++) await judge([one], 'wrong')
    for (let round = 0; round < 9; round++) {
      await judge([one], 'unfinished')
      const failing = guardTries(test_.root, [one], () => Promise.reject(new Error('away')))
      await expect(failing).rejects.toThrow('away')
    }
    expect(await countThrough(times(9, () => judge([one], 'wrong')))).toBe(1)
  })

  test('that end after their period are not subtracted from the next period', async () => {
    const one = of(narrow)
    await guardTries(test_.root, [one], async () => {
      moveClock(61_000)
      await consumeAttempts(test_.root, [one])
      return 'unfinished'
    })
    expect(await countThrough(times(9, () => consumeAttempts(test_.root, [one])))).toBe(4)
  })

  test('that wait for each other hold no database connection', async () => {
    const one = of(narrow)
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const waiting = times(60, () => guardTries(test_.root, [one], () => gate.then(() => 'right')))
    // More attempts wait than the pool has connections, and other calls are still answered.
    await consumeAttempts(test_.root, [of(narrow)])
    open()
    await Promise.all(waiting)
  })
})

describe('concurrent tries of one subject', () => {
  /** Attempts that last until the test ends them, and how many are being judged. */
  const hold = (count: number, tries: (index: number) => [Try, ...Try[]]) => {
    let end = (_: Verdict) => {}
    const gate = new Promise<Verdict>((resolve) => {
      end = resolve
    })
    const state = { judged: 0 }
    const all = times(count, (index) =>
      guardTries(test_.root, tries(index), () => {
        state.judged += 1
        return gate
      }),
    )
    return { state, all, end: () => end('unfinished') }
  }

  test('are judged one at a time with a narrow limit, and four at a time with a wide limit', async () => {
    const [one, shared] = [of(narrow), of(wide)]
    const [few, many] = [hold(9, () => [one]), hold(9, () => [of(narrow), shared])]
    await expect.poll(() => [few.state.judged, many.state.judged]).toEqual([1, 4])
    few.end()
    many.end()
    await Promise.all([...few.all, ...many.all])
  })

  test('wait up to a limit, and the others are refused', async () => {
    const shared = of(wide)
    const { all, end } = hold(230, () => [of(narrow), shared])
    const outcomes = Promise.allSettled(all)
    end()
    const refused = (await outcomes).filter((outcome) => outcome.status === 'rejected')
    expect([refused.length, refused.every(({ reason }) => reason instanceof LimitError)]).toEqual([30, true])
  })
})

/** Loads the module again with its own queues, as another process would. */
async function loadProcess(): Promise<typeof import('./tries.ts')> {
  vi.resetModules()
  return import('./tries.ts')
}
