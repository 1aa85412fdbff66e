import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { writeLabels } from './labels.ts'
import { buildLabel } from './testing.ts'

test('stops reading labels when the reader of the file stops', async () => {
  let asked = 0
  let isStopped = false
  async function* labels() {
    try {
      for (;;) {
        asked += 1
        yield buildLabel({ number: asked })
      }
    } finally {
      isStopped = true
    }
  }
  const file = writeLabels('58x40', 'ru', labels())
  for await (const _piece of file) if (asked >= 5) break
  await vi.waitFor(() => expect(isStopped).toBe(true))
  // Only what the stream had read ahead.
  expect(asked).toBeLessThan(50)
})

test('writes no more pages while the reader is behind', async () => {
  let asked = 0
  function* labels() {
    while (asked < 100) {
      asked += 1
      yield buildLabel({ number: asked })
    }
  }
  const pieces = writeLabels('58x40', 'ru', labels())[Symbol.asyncIterator]()
  await pieces.next()
  // A page takes a few turns of the event loop.
  for (let turn = 0; turn < 1000; turn += 1) await setImmediate()
  expect(asked).toBeLessThan(30)
  while (!(await pieces.next()).done);
  expect(asked).toBe(100)
})

test('yields the event loop between two pages', async () => {
  let asked = 0
  function* labels() {
    while (asked < 20) {
      asked += 1
      yield buildLabel({ number: asked })
    }
  }
  const seen = new Set<number>()
  let isRead = false
  const watch = async () => {
    while (!isRead) {
      seen.add(asked)
      await setImmediate()
    }
  }
  const watching = watch()
  for await (const _piece of writeLabels('58x40', 'ru', labels()));
  isRead = true
  await watching
  expect(seen.size).toBe(21)
})
