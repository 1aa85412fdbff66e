import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScanQueue } from './scan-queue.ts'
import { openScanStore, type WaitingScan } from './scan-store.ts'

/** A minimal browser storage that returns its keys in an arbitrary order. */
function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()].reverse()[index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

const scan = (scan_id: string): WaitingScan => ({ scan_id, box_id: 4, barcode: '4607086560143', quantity: 1 })

class Refused extends Error {}

/** A server that counts by `scan_id`. The connection may break before or after it counts. */
function makeServer() {
  const counted = new Set<string>()
  const sent: string[] = []
  const refuses = new Set<string>()
  const line = { cut: 'none' as 'none' | 'before' | 'after' }
  const send = async ({ scan_id }: WaitingScan) => {
    sent.push(scan_id)
    if (line.cut === 'before') throw new Error('no connection')
    if (refuses.has(scan_id)) throw new Refused()
    counted.add(scan_id)
    if (line.cut === 'after') throw new Error('the answer was lost')
    return counted.size
  }
  return { counted, sent, refuses, line, send }
}

function open(server: ReturnType<typeof makeServer>, storage = memory()) {
  const heard = { counted: [] as string[], refused: [] as string[] }
  const queue = createScanQueue({
    store: openScanStore(1, 2, storage),
    send: server.send,
    refusalOf: (failure) => (failure instanceof Refused ? { code: 'plan_exceeded', message: '' } : null),
    onCounted: ({ scan_id }) => heard.counted.push(scan_id),
    onRefused: ({ scan_id }) => heard.refused.push(scan_id),
  })
  queue.start()
  return { queue, heard, storage }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const settle = () => vi.advanceTimersByTimeAsync(0)

test('scans are sent in order, each once', async () => {
  const server = makeServer()
  const { queue, heard } = open(server)
  for (const id of ['a', 'b', 'c']) queue.add(scan(id))
  expect(queue.state().waiting).toHaveLength(3)
  await settle()
  expect(server.sent).toEqual(['a', 'b', 'c'])
  expect(heard.counted).toEqual(['a', 'b', 'c'])
  expect(queue.state().waiting).toEqual([])
})

test.each(['before', 'after'] as const)(
  'a connection cut %s the server counts loses and duplicates no scan',
  async (cut) => {
    const server = makeServer()
    const { queue, heard } = open(server)
    server.line.cut = cut
    for (const id of ['a', 'b']) queue.add(scan(id))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(queue.state()).toMatchObject({ isLost: true, waiting: [{ scan_id: 'a' }, { scan_id: 'b' }] })
    server.line.cut = 'none'
    queue.retry()
    await settle()
    expect(heard.counted).toEqual(['a', 'b'])
    expect([...server.counted]).toEqual(['a', 'b'])
    expect(queue.state()).toMatchObject({ isLost: false, waiting: [] })
  },
)

test('a reopened page sends the remaining scans', async () => {
  const server = makeServer()
  server.line.cut = 'before'
  const first = open(server)
  for (const id of ['a', 'b', 'c']) first.queue.add(scan(id))
  await settle()
  first.queue.stop()
  server.line.cut = 'none'
  const { heard } = open(server, first.storage)
  await settle()
  expect(heard.counted).toEqual(['a', 'b', 'c'])
  expect(first.storage).toHaveLength(0)
})

test('a refusal stops the queue until it is acknowledged, also after a reload', async () => {
  const server = makeServer()
  server.refuses.add('b')
  const first = open(server)
  for (const id of ['a', 'b', 'c']) first.queue.add(scan(id))
  await settle()
  expect(first.heard).toEqual({ counted: ['a'], refused: ['b'] })
  expect(server.sent).toEqual(['a', 'b'])
  first.queue.stop()

  const { queue, heard } = open(server, first.storage)
  await settle()
  expect(queue.state().refused).toMatchObject({ scan_id: 'b', refusal: { code: 'plan_exceeded' } })
  expect(server.sent).toEqual(['a', 'b'])
  queue.acknowledge()
  await settle()
  expect(heard.counted).toEqual(['c'])
  expect(queue.state()).toMatchObject({ refused: null, waiting: [] })
})

test('the last scan can be removed until it is sent', async () => {
  const server = makeServer()
  server.line.cut = 'before'
  const { queue } = open(server)
  queue.add(scan('a'))
  expect(queue.dropLast()).toBeNull()
  queue.add(scan('b'))
  expect(queue.dropLast()).toMatchObject({ scan_id: 'b' })
  server.line.cut = 'none'
  await vi.advanceTimersByTimeAsync(10_000)
  expect([...server.counted]).toEqual(['a'])
})

test('scans of another person or supply are not visible', () => {
  const storage = memory()
  openScanStore(1, 2, storage).add(scan('a'))
  expect(openScanStore(1, 3, storage).all()).toEqual([])
  expect(openScanStore(11, 2, storage).all()).toEqual([])
  expect(openScanStore(1, 2, storage).all()).toEqual([scan('a')])
})
