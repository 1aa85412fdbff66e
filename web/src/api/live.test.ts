import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setServerNow } from '../ui/server-clock.ts'
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

it('comes back for a stream that was refused, and asks at its own pace meanwhile', async () => {
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

it('names the time up to which the page knows all changes, and a later one when it opens the stream again', async () => {
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

it('reads again only what an event changes, and everything where events are missing', async () => {
  const read = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue(undefined)
  const names = () => read.mock.calls.map(([filters]) => filters?.queryKey?.[0])
  followLiveEvents()
  const stream = Stream.opened[0] ?? new Stream('')
  stream.onmessage?.({
    data: JSON.stringify({ entity: 'reward', id: 1, action: 'update' }),
    lastEventId: '',
  })
  await vi.advanceTimersByTimeAsync(300)
  expect(names()).toEqual(['rewards.list'])
  stream.named.gap?.()
  await vi.advanceTimersByTimeAsync(300)
  expect(names()).toEqual(expect.arrayContaining(['orders.list', 'tasks.get', 'money.list']))
  read.mockRestore()
})
