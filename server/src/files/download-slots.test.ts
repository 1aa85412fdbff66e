import type { UserType } from '@artel/contract/access'
import { beforeEach, expect, test, vi } from 'vitest'
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

test('at most two files are written for a user, three for a company, four in all', () => {
  times(2, () => claim(1, 10))
  expect(() => claim(1, 10)).toThrow(LimitError)
  claim(1, 11)
  expect(() => claim(1, 12)).toThrow(LimitError)
  const last = claim(2, 20)
  expect(() => claim(3, 30)).toThrow(LimitError)
  slots.release(last)
  expect(() => claim(3, 30)).not.toThrow()
})

test('staff of a company leave one slot to its admins', () => {
  for (const user of [10, 11]) claim(1, user, 'staff')
  expect(() => claim(1, 12, 'staff')).toThrow(LimitError)
  claim(1, 1)
  expect(() => claim(1, 2)).toThrow(LimitError)
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
  claim(1, 10)
  expect(idle.map(({ end }) => end.mock.calls.length)).toEqual([0, 1, 0])
  claim(1, 10)
  expect(idle.map(({ end }) => end.mock.calls.length)).toEqual([1, 1, 0])
})

test('a new download of a company at its limit ends no download of another company', () => {
  const other = leave(claimWritten(2, 20), 60_000)
  times(8, (index) => claimWritten(1, 10 + Math.floor(index / 4)))
  expect(() => claim(1, 15)).toThrow(LimitError)
  expect(other.end).not.toHaveBeenCalled()
})

test('without a free slot, a new download also ends an unfinished one with an idle reader', () => {
  const writing = [claim(1, 10), claim(1, 10), claim(1, 11), claim(2, 20)]
  const blocked = leave(writing[0]!, 10_001) // the first of four
  claim(3, 30)
  expect(blocked.end).toHaveBeenCalledOnce()
})
