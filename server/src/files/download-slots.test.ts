import type { UserType } from '@artel/contract/access'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LimitError } from '../errors/errors.ts'
import { type DownloadSlot, DownloadSlots } from './download-slots.ts'

let slots: DownloadSlots
beforeEach(() => {
  slots = new DownloadSlots()
})

const claim = (companyId: number, userId: number, type: UserType = 'admin') =>
  slots.claim({ companyId, userId, type })
const claimWritten = (companyId: number, userId: number) =>
  Object.assign(claim(companyId, userId), { isWriting: false })
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Makes the reader of a slot idle for this many ms. */
function leave(slot: DownloadSlot, ms: number) {
  const since = performance.now() - ms
  return Object.assign(slot, { idleSince: () => since, end: vi.fn() })
}

test('one file is written for a user, three for a company, seven in all', () => {
  claim(1, 10)
  expect(() => claim(1, 10)).toThrow(LimitError)
  claim(1, 11)
  claim(1, 12)
  expect(() => claim(1, 13)).toThrow(LimitError)
  times(3, (user) => claim(2, 20 + user))
  const last = claim(3, 30)
  expect(() => claim(4, 40)).toThrow(LimitError)
  slots.release(last)
  expect(() => claim(4, 40)).not.toThrow()
})

test('staff of a company leave one slot to its admins', () => {
  for (const user of [10, 11]) claim(1, user, 'staff')
  expect(() => claim(1, 12, 'staff')).toThrow(LimitError)
  claim(1, 1)
  expect(() => claim(1, 2)).toThrow(LimitError)
})

describe('a download that finds no slot', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())
  const wait = (signal = new AbortController().signal) =>
    slots.claimSoon({ companyId: 1, userId: 10, type: 'staff' }, signal)
  const outcomeOf = (one: Promise<DownloadSlot>) => one.then(() => 'claimed').catch((error) => error)

  test('gets the slot of the download before it', async () => {
    const first = claim(1, 10)
    const second = outcomeOf(wait())
    await vi.advanceTimersByTimeAsync(15_000)
    first.isWriting = false
    await vi.advanceTimersByTimeAsync(250)
    expect(await second).toBe('claimed')
  })

  test('is refused after twenty seconds, and at once if three of its person wait', async () => {
    claim(1, 10)
    const waiting = Promise.all(times(3, () => outcomeOf(wait())))
    expect(await outcomeOf(wait())).toBeInstanceOf(LimitError)
    await vi.advanceTimersByTimeAsync(20_000)
    for (const outcome of await waiting) expect(outcome).toBeInstanceOf(LimitError)
    const again = outcomeOf(wait())
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await again).toBeInstanceOf(LimitError)
  })

  test('leaves with its reader, without a timer and a place', async () => {
    claim(1, 10)
    const leaving = new AbortController()
    const waiting = Promise.all(times(3, () => outcomeOf(wait(leaving.signal))))
    leaving.abort()
    for (const outcome of await waiting) expect(outcome).toMatchObject({ code: 'bad_request' })
    expect(vi.getTimerCount()).toBe(0)
    const next = outcomeOf(wait(AbortSignal.abort()))
    expect(await next).toMatchObject({ code: 'bad_request' })
  })
})

test('at most four files wait for a user, eight for a company, 32 in all', () => {
  times(4, () => claimWritten(1, 10))
  expect(() => claim(1, 10)).toThrow(LimitError)
  times(4, () => claimWritten(1, 11))
  expect(() => claim(1, 12)).toThrow(LimitError)
  times(24, (index) => claimWritten(2 + Math.floor(index / 8), 100 + Math.floor(index / 4)))
  expect(() => claim(9, 90)).toThrow(LimitError)
})

test('without a free slot, a new download ends the one whose reader is idle the longest', () => {
  const [first, second, third] = times(4, () => claimWritten(1, 10))
  const idle = [leave(first!, 11_000), leave(second!, 20_000), leave(third!, 9_000)] as const // there are four
  claimWritten(1, 10)
  expect(idle.map(({ end }) => end.mock.calls.length)).toEqual([0, 1, 0])
  claimWritten(1, 10)
  expect(idle.map(({ end }) => end.mock.calls.length)).toEqual([1, 1, 0])
})

test('a new download of a company at its limit ends no download of another company', () => {
  const other = leave(claimWritten(2, 20), 60_000)
  times(8, (index) => claimWritten(1, 10 + Math.floor(index / 4)))
  expect(() => claim(1, 15)).toThrow(LimitError)
  expect(other.end).not.toHaveBeenCalled()
})

test('without a free slot, a new download also ends an unfinished one with an idle reader', () => {
  const writing = [10, 11, 12, 20, 21, 22, 30].map((user) => claim(Math.floor(user / 10), user))
  const blocked = leave(writing[0]!, 10_001) // the first of seven
  claim(4, 40)
  expect(blocked.end).toHaveBeenCalledOnce()
})
