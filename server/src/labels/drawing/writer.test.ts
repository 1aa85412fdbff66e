import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { cpuMsOf, leastOf } from '../../testing/thread-cpu.ts'
import { longestTurnMs } from '../../testing/turns.ts'
import { type BoxLabel, LabelWriter } from '../labels.ts'
import { buildLabel, written } from '../testing.ts'
import { hasSign } from './fonts.ts'
import { outlineOf } from './outline.ts'

const writer = new LabelWriter()
afterAll(() => writer.close())

const ann = { companyId: 1, userId: 1 }
const bob = { companyId: 2, userId: 2 }

/** Labels that count how many of them were read. */
function countedLabels(count: number) {
  const read = { count: 0, isStopped: false }
  function* labels(): Generator<BoxLabel> {
    try {
      while (read.count < count) {
        read.count += 1
        yield buildLabel({ number: read.count })
      }
    } finally {
      read.isStopped = true
    }
  }
  return { read, labels: labels() }
}

test('the thread gives the same file and the same picture as this thread', async () => {
  const labels = Array.from({ length: 3 }, (_, index) =>
    buildLabel({ number: index, destination: `№ ${index}` }),
  )
  const file = await buffer(writer.write('75x120', 'en', labels, ann))
  expect(file.equals(await written('75x120', labels, 'en'))).toBe(true)
  const picture = await writer.draw('58x40', 'ru', buildLabel(), ann)
  expect(picture).toBe(outlineOf('58x40', 'ru', buildLabel()))
})

test('a barcode that cannot be printed fails the file and the picture with a RangeError', async () => {
  const labels = [buildLabel(), buildLabel({ barcode: 'ы' })]
  await expect(buffer(writer.write('58x40', 'ru', labels, ann))).rejects.toThrow(RangeError)
  await expect(writer.draw('58x40', 'ru', buildLabel({ barcode: 'ы' }), ann)).rejects.toThrow(RangeError)
})

test('a label of many different letters does not block the event loop, as a file or as a picture', async () => {
  const letters = Array.from({ length: 1000 }, (_, at) => String.fromCodePoint(0xa1 + at))
  const label = buildLabel({
    destination: letters
      .filter((letter) => hasSign('text', letter))
      .slice(0, 200)
      .join(''),
    items: Array.from({ length: 19 }, (_, at) => ({ article: `Набор «Уют» № ${at}`, quantity: 24 })),
  })
  const write = () => Promise.all([ann, bob].map((one) => buffer(writer.write('75x120', 'ru', [label], one))))
  await write()
  // Drawn on the event loop, the label takes at least 20 ms.
  expect(await leastOf(10, () => longestTurnMs(write))).toBeLessThan(10)
  const tenTimes = async (draw: () => unknown) => {
    for (let time = 0; time < 10; time += 1) await draw()
  }
  const drawHere = () => outlineOf('58x40', 'ru', label)
  await tenTimes(drawHere)
  const inPlace = await cpuMsOf(() => tenTimes(drawHere))
  const draw = () => tenTimes(() => writer.draw('58x40', 'ru', label, ann))
  expect(await leastOf(inPlace / 2, () => cpuMsOf(draw))).toBeLessThan(inPlace / 2)
})

test('stops reading labels when the reader of the file stops', async () => {
  const { read, labels } = countedLabels(Number.POSITIVE_INFINITY)
  const file = writer.write('58x40', 'ru', labels, ann)
  for await (const _piece of file) if (read.count >= 5) break
  await vi.waitFor(() => expect(read.isStopped).toBe(true))
  // Only what the stream had read ahead.
  expect(read.count).toBeLessThan(50)
})

test('writes no more pages while the reader is behind', async () => {
  const { read, labels } = countedLabels(100)
  const pieces = writer.write('58x40', 'ru', labels, ann)[Symbol.asyncIterator]()
  await pieces.next()
  // A page takes some ms.
  await sleep(500)
  expect(read.count).toBeLessThan(30)
  while (!(await pieces.next()).done);
  expect(read.count).toBe(100)
})

test('a label of another company waits for a few pages of long documents, not for their end', async () => {
  const floods = [1, 2].map((userId) => {
    const { read, labels } = countedLabels(200)
    return { read, end: buffer(writer.write('75x120', 'ru', labels, { companyId: 1, userId })) }
  })
  await vi.waitFor(() => expect(floods.every(({ read }) => read.count > 1)).toBe(true), 20_000)
  const pages = () => floods.reduce((sum, { read }) => sum + read.count, 0)
  const before = pages()
  await buffer(writer.write('75x120', 'ru', [buildLabel()], bob))
  await writer.draw('58x40', 'ru', buildLabel(), bob)
  expect(pages() - before).toBeLessThan(20)
  await Promise.all(floods.map(({ end }) => end))
})

test('pictures beyond a short queue are refused, because each waiting call holds a connection', async () => {
  const ends = await Promise.allSettled(
    Array.from({ length: 30 }, () => writer.draw('58x40', 'ru', buildLabel(), ann)),
  )
  const codes = ends.map((end) => (end.status === 'rejected' ? end.reason.code : 'drawn'))
  expect(new Set(codes)).toEqual(new Set(['drawn', 'too_many_requests']))
})

test('a page that takes too long fails its file, and another writer still works', async () => {
  const hurried = new LabelWriter(1)
  await expect(buffer(hurried.write('58x40', 'ru', [buildLabel()], ann))).rejects.toThrow()
  await expect(hurried.draw('58x40', 'ru', buildLabel(), ann)).rejects.toThrow()
  expect(await writer.draw('58x40', 'ru', buildLabel(), ann)).toMatch(/^M/)
})

test('the end of the thread fails an open document, and the next one starts a thread', async () => {
  const { read, labels } = countedLabels(Number.POSITIVE_INFINITY)
  const pieces = writer.write('58x40', 'ru', labels, ann)[Symbol.asyncIterator]()
  await pieces.next()
  await writer.close()
  const readOn = async () => {
    while (!(await pieces.next()).done);
  }
  await expect(readOn()).rejects.toThrow()
  expect(read.isStopped).toBe(true)
  const file = await buffer(writer.write('58x40', 'ru', [buildLabel()], ann))
  expect(file.toString('latin1')).toContain('/Count 1')
})
