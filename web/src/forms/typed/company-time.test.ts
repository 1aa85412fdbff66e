import { describe, expect, it } from 'vitest'
import { fromCompanyClock, toCompanyClock, writeOffset } from './company-time.ts'

describe('company time', () => {
  it.each([
    ['2026-11-20T13:00:00.000Z', 3, '2026-11-20T16:00'],
    ['2026-11-20T22:30:00.000Z', 3, '2026-11-21T01:30'],
    ['2026-11-20T04:15:00.000Z', -9.5, '2026-11-19T18:45'],
    ['2026-11-20T11:00:00.000Z', 5.75, '2026-11-20T16:45'],
    ['2026-12-31T23:59:00.000Z', 0, '2026-12-31T23:59'],
  ])('%s at UTC%d', (instant, timezone, clock) => {
    expect(toCompanyClock(instant, timezone)).toBe(clock)
    expect(fromCompanyClock(clock, timezone)).toBe(instant)
  })

  it('is also read in the format of the date picker', () => {
    expect(fromCompanyClock('2026-11-20 16:00:00', 3)).toBe('2026-11-20T13:00:00.000Z')
  })

  it.each(['', 'tomorrow', '2026-13-01T00:00'])('«%s» is no time', (clock) => {
    expect(fromCompanyClock(clock, 3)).toBeNull()
  })

  it.each([
    [3, '+3'],
    [0, '+0'],
    [-9.5, '−9:30'],
    [5.75, '+5:45'],
  ])('offset %d', (timezone, text) => {
    expect(writeOffset(timezone)).toBe(text)
  })
})
