import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setServerNow } from '../../ui/dates/server-clock.ts'
import { followLiveEvents } from './live.ts'
import { queryClient } from './query-client.ts'
import { refreshPaceMs } from './refresh-pace.ts'

/** A stream that the test controls. */
class Stream {
  static readonly CLOSED = 2
  static readonly opened: Stream[] = []
  readyState = 1
  onopen: (() => void) | undefined
  onerror: (() => void) | undefined
  onmessage: ((message: { data: string; lastEventId: string }) => void) | undefined
  readonly named: Record<string, () => void> = {}
  readonly address: string

  constructor(address: string) {
    this.address = address
    Stream.opened.push(this)
  }

  addEventListener(name: string, listener: () => void): void {
    this.named[name] = listener
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 26) })
  Stream.opened.length = 0
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

it('reopens a refused stream after a minute, and polls more often until then', async () => {
  followLiveEvents()
  const first = Stream.opened[0] ?? new Stream('')
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

it('opens the stream from the current server time, and reopens it from the last event', async () => {
  setServerNow('Thu, 26 Nov 2026 00:00:07 GMT')
  followLiveEvents()
  const first = Stream.opened[0] ?? new Stream('')
  expect(first.address).toBe(`/api/events?since=${Date.UTC(2026, 10, 26, 0, 0, 7)}`)
  const data = JSON.stringify({ entity: 'order', id: 1, action: 'create' })
  first.onmessage?.({ data, lastEventId: '' })
  first.onmessage?.({ data, lastEventId: '1795651300000' })
  first.readyState = Stream.CLOSED
  first.onerror?.()
  await vi.advanceTimersByTimeAsync(61_000)
  expect(Stream.opened[1]?.address).toBe('/api/events?since=1795651300000')
})

it('refetches what an event changes, or all that events can change if some are missing', async () => {
  const names = ['rewards.list', 'orders.list', 'stats.graph', 'text-places'] as const
  for (const name of names) queryClient.setQueryData([name, {}], {})
  const stale = () => names.filter((name) => queryClient.getQueryState([name, {}])?.isInvalidated)
  followLiveEvents()
  const stream = Stream.opened[0] ?? new Stream('')
  const data = JSON.stringify({ entity: 'reward', id: 1, action: 'update' })
  stream.onmessage?.({ data, lastEventId: '' })
  await vi.advanceTimersByTimeAsync(300)
  expect(stale()).toEqual(['rewards.list'])
  stream.named.gap?.()
  await vi.advanceTimersByTimeAsync(3300)
  expect(stale()).toEqual(['rewards.list', 'orders.list'])
})
