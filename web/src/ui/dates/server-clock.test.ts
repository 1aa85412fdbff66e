import { afterEach, expect, it, vi } from 'vitest'
import { serverNow, setServerNow } from './server-clock.ts'

afterEach(() => vi.useRealTimers())

it('advances from the time of the server and ignores the clock of the device', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T13:00:00.000Z') })
  setServerNow('Fri, 20 Nov 2026 10:00:00 GMT')
  vi.advanceTimersByTime(5000)
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-20T10:00:05.000Z')
  setServerNow('no date')
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-20T10:00:05.000Z')
})
