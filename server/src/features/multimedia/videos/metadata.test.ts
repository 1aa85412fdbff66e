import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { box, videoTrack, words } from '../../../testing/media/media.ts'
import {
  boxesWithText,
  element,
  findWhere,
  takenVideo,
  takenWebm,
} from '../../../testing/media/taken-video.ts'
import { leastOf } from '../../../testing/thread-cpu.ts'
import { longestTurnMs } from '../../../testing/turns.ts'
import { containers } from '../strip/boxes.ts'
import { strip } from '../strip/strip.ts'
import { readVideo } from './videos.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artel-video-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The file after the strip. */
async function stripped(content: Buffer, format: 'mp4' | 'webm'): Promise<Buffer> {
  const path = join(folder, 'video')
  await writeFile(path, content)
  await readVideo(path, format)
  return readFile(path)
}

/** Names the result if there is one: a failure that shows the whole file cannot be read. */
const expectRefused = (content: Buffer, format: 'mp4' | 'webm') =>
  expect(stripped(content, format).then(() => 'accepted')).rejects.toMatchObject({ code: 'invalid' })

const text = Buffer.from('Nevsky-28')
const inside = (type: string): Buffer =>
  box(type, Buffer.alloc(containers.get(type) ?? 0), box('xxxx', Buffer.from('kept')), boxesWithText(text))
const ftyp = (brand: string) => box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}mp42`, 'latin1'))
const movieHead = box('mvhd', Buffer.alloc(100))
const mdat = box('mdat', Buffer.from('pictures'))

/** A video with an additional box. A `trak` box within `edts` is no track of the movie, so it may be incomplete. */
const withBox = (more: Buffer): Buffer =>
  Buffer.concat([ftyp('isom'), box('moov', movieHead, videoTrack(), box('edts', more)), mdat])
const samplesOf = (content: Buffer) => box('stsd', words(0, 1), content)
const descriptionOf = (boxes: number) => box('avc1', Buffer.alloc(78), Buffer.alloc(8 * boxes, box('free')))
const nested = (depth: number): Buffer => (depth === 0 ? Buffer.alloc(0) : box('edts', nested(depth - 1)))

type Found = { at: number; type: string; size: number }

/** All boxes, without those in metadata and sample descriptions. */
function boxesOf(bytes: Buffer, from = 0, to = bytes.length): Found[] {
  const found: Found[] = []
  for (let at = from; at < to; ) {
    const short = bytes.readUInt32BE(at)
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short
    const type = bytes.toString('latin1', at + 4, at + 8)
    const before = containers.get(type)
    found.push({ at, type, size })
    if (before !== undefined) found.push(...boxesOf(bytes, at + 8 + before, at + size))
    at += size
  }
  return found
}

const removed = ['udta', 'meta', 'meco', 'uuid', 'emsg', 'sefd']
const expectedBoxes = (bytes: Buffer): Found[] =>
  boxesOf(bytes).map(({ type, ...place }) => ({ type: removed.includes(type) ? 'free' : type, ...place }))

const count = (bytes: Buffer, name: string): number => bytes.toString('latin1').split(name).length

/** Expects that changed bytes are zeros or the name of a box that players skip. */
function expectOnlyBlanked(before: Buffer, after: Buffer): void {
  const changed = [...after.keys()].filter((at) => after[at] !== 0 && after[at] !== before[at])
  expect(changed.filter((at) => !after.subarray(at - 3, at + 4).includes('free'))).toEqual([])
}

const masters = ['1a45dfa3', '18538067', '114d9b74', '1549a966', '1654ae6b', 'ae', 'e0', '41e4']
const skipped =
  '4281 bf 7ba9 7384 3c83ab 3e83bb 73a4 536e 258688 3a9697 3b4040 26b240 41a4 1254c367 1043a770 1941a469 4ff0'.split(
    ' ',
  )

/** All elements that the strip reads. */
function elementsOf(bytes: Buffer, from = 0, to = bytes.length): Found[] {
  const lengthAt = (at: number) => Math.clz32(bytes[at] ?? 0) - 23
  const found: Found[] = []
  for (let at = from; at < to; ) {
    const sizeAt = at + lengthAt(at)
    const start = sizeAt + lengthAt(sizeAt)
    const digits = BigInt(`0x${bytes.toString('hex', sizeAt, start)}`)
    const end = start + Number(digits & ((1n << BigInt(7 * (start - sizeAt))) - 1n))
    const type = bytes.toString('hex', at, sizeAt)
    found.push({ at, type, size: end - at })
    if (masters.includes(type)) found.push(...elementsOf(bytes, start, end))
    at = end
  }
  return found
}

const expectedElements = (bytes: Buffer): Found[] =>
  elementsOf(bytes).map(({ type, ...place }) => ({ type: skipped.includes(type) ? 'ec' : type, ...place }))

describe('a video', () => {
  test.each([...containers.keys()])(
    'with texts in a %s loses them and keeps its other boxes',
    async (type) => {
      const content = withBox(inside(type))
      const after = await stripped(content, 'mp4')
      expect([content.includes(text), after.includes(text)]).toEqual([true, false])
      expect([after.includes('kept'), boxesOf(after)]).toEqual([true, expectedBoxes(content)])
    },
  )

  test.each(['isom', 'qt  '] as const)(
    'of the brand %s keeps every box and all bytes of pictures',
    async (brand) => {
      const content = takenVideo(brand)
      const after = await stripped(content, 'mp4')
      expect([findWhere(after), after.length]).toEqual([[], content.length])
      expect(boxesOf(after)).toEqual(expectedBoxes(content))
      expectOnlyBlanked(content, after)
      for (const kept of ['mhlr', 'dhlr', 'vide', 'soun', 'avcC', 'wave', 'frma'])
        expect([kept, count(after, kept)]).toEqual([kept, count(content, kept)])
      expect((await stripped(after, 'mp4')).equals(after)).toBe(true)
    },
  )

  test('keeps the fields of pictures beside their maker and the name of their encoder', async () => {
    const fields = Buffer.alloc(78, 0xee)
    const kind = box('hdlr', words(0, 0), Buffer.from('vide'), text)
    const media = box('mdia', samplesOf(box('avc1', fields, box('avcC', Buffer.from('settings')))), kind)
    const after = await stripped(withBox(media), 'mp4')
    const from = after.lastIndexOf('avc1') + 4
    const expected = Buffer.from(fields).fill(0, 12, 16).fill(0, 42, 74)
    expect(after.subarray(from, from + 78).equals(expected)).toBe(true)
    expect([after.includes('settings'), after.includes(text)]).toEqual([true, false])
  })

  test.each([
    ['a sample description that is cut off', samplesOf(words(500, 0, 0, 0))],
    ['a megabyte of sample descriptions', samplesOf(Buffer.alloc(1_100_000, box('avc1', Buffer.alloc(92))))],
    [
      'more than 128 KiB of sample descriptions',
      samplesOf(Buffer.alloc(1321 * 100, box('avc1', Buffer.alloc(92)))),
    ],
    ['sample descriptions of 130,000 boxes', samplesOf(descriptionOf(130_000))],
    ['101 lists of sample descriptions', Buffer.alloc(101 * 16, box('stsd', words(0, 0)))],
    [
      'the media of 101 tracks',
      Buffer.alloc(101 * 28, box('mdia', box('hdlr', words(0, 0), Buffer.from('vide')))),
    ],
    ['containers in containers without end', nested(40)],
    ['references that are cut off', box('dref')],
    ['50,001 texts', Buffer.alloc(50_001 * 8, box('udta'))],
  ])('with %s is refused', async (_, more) => {
    await expectRefused(withBox(more), 'mp4')
  })

  test.each<[string, Buffer]>([
    ['boxes', descriptionOf(16_000)],
    ['descriptions', Buffer.alloc(128_000, box('avc1', Buffer.alloc(8)))],
    ['half names', box('avc1', Buffer.alloc(128_000, 'free'))],
  ])('with the longest sample descriptions, of %s, does not block the event loop', async (_, list) => {
    const content = withBox(samplesOf(list))
    const strip = () => stripped(content, 'mp4')
    await strip()
    expect(await leastOf(25, () => longestTurnMs(strip))).toBeLessThan(25)
  })

  test('of 12,000 fragments with two tracks is accepted', async () => {
    const track = box('traf', box('tfhd', words(0, 1)), box('tfdt', words(0, 0)), box('trun', words(0, 0)))
    const fragment = Buffer.concat([box('moof', box('mfhd', words(0, 1)), track, track), mdat])
    const head = Buffer.concat([ftyp('isom'), box('moov', movieHead, videoTrack())])
    const content = Buffer.concat([head, ...Array(12_000).fill(fragment)])
    expect((await stripped(content, 'mp4')).equals(content)).toBe(true)
  })
})

describe('an AVIF', () => {
  test.each([...containers.keys()])('with texts in a %s loses them', (type) => {
    const content = Buffer.concat([ftyp('avis'), box('moov', box('edts', inside(type)))])
    const after = strip('heif', content)
    expect([content.includes(text), after?.includes(text), after?.includes('kept')]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('with the film of a camera loses its texts and keeps its boxes', () => {
    const content = takenVideo('isom')
    // The items of the last `meta` are no items of an image.
    const film = content.subarray(0, content.indexOf('mfra') - 4)
    const after = strip('heif', film) ?? Buffer.alloc(0)
    expect([findWhere(film).length > 0, findWhere(after)]).toEqual([true, []])
    // An image needs no place for a larger `mdat`.
    const expected = expectedBoxes(film).map((found) =>
      found.type === 'wide' ? { ...found, type: 'free' } : found,
    )
    expect(boxesOf(after)).toEqual(expected)
  })
})

describe('a WebM', () => {
  test('keeps every element that players need, and all bytes of pictures', async () => {
    const content = await takenWebm()
    const after = await stripped(content, 'webm')
    expect([findWhere(after), after.length]).toEqual([[], content.length])
    const pictures = content.indexOf(Buffer.from('1f43b67501', 'hex'))
    const length = content.indexOf(Buffer.from('1043a770', 'hex')) - pictures
    expect(
      after.subarray(pictures, pictures + length).equals(content.subarray(pictures, pictures + length)),
    ).toBe(true)
    expect(elementsOf(after)).toEqual(expectedElements(content))
    expect((await stripped(after, 'webm')).equals(after)).toBe(true)
  })

  test('with texts behind 200,000 elements is refused', async () => {
    const content = await takenWebm()
    const size = content.indexOf(Buffer.from('18538067', 'hex')) + 4
    const many = Buffer.alloc(2 * 200_000, Buffer.from('ec80', 'hex'))
    const whole = Buffer.concat([content, many, element('1254c367', text)])
    Buffer.from('01ffffffffffffff', 'hex').copy(whole, size)
    await expectRefused(whole, 'webm')
  })

  test('with a broken head is refused', async () => {
    const content = await takenWebm()
    const title = content.indexOf(Buffer.from('7ba9', 'hex'))
    content[title + 2] = 0x00
    await expectRefused(content, 'webm')
  })
})
