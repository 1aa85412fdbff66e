import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followLiveEvents } from './live.ts'
import { refreshPaceMs } from './refresh-pace.ts'

/** A stream that the test controls. */
class Stream {
  static readonly CLOSED = 2
  static readonly opened: Stream[] = []
  readyState = 1
  onopen: (() => void) | undefined
  onerror: (() => void) | undefined

  constructor() {
    Stream.opened.push(this)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => unknown) => work() } })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = () => undefined
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('comes back for a stream that was refused, and asks at its own pace meanwhile', async () => {
  followLiveEvents()
  const first = Stream.opened[0] ?? new Stream()
  first.onopen?.()
  expect(refreshPaceMs()).toBe(60_000)
  first.readyState = Stream.CLOSED
  first.onerror?.()
  expect(refreshPaceMs()).toBe(10_000)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(Stream.opened).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(Stream.opened).toHaveLength(2)
  Stream.opened[1]?.onopen?.()
  expect(refreshPaceMs()).toBe(60_000)
})
