import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { box, words } from '../../../testing/media/media.ts'
import { pngChunk, takenFormats, takenPhoto } from '../../../testing/media/taken-photo.ts'
import { readPhoto } from '../multimedia.photos.ts'
import { sizesIn } from './sizes.ts'
import { strip } from './strip.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artel-sizes-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(content: Buffer) {
  const path = join(folder, randomUUID())
  await writeFile(path, content)
  return readPhoto(path, { companyId: 1, userId: 1 })
}
const tooLarge = { issues: [{ key: 'photo_pixels', values: { maximum: 50 } }] }

const draw = (width = 64, height = 48) => sharp({ create: { width, height, channels: 3, background: 'red' } })
const large = { width: 60_001, height: 60_002 }
const [wide, high] = [large.width, large.height]

test.each(takenFormats)('a photo as %s is taken, and every size in it is its own', async (format) => {
  const content = await takenPhoto(format)
  expect(await read(content)).toMatchObject({ width: 48, height: 32 })
  const named = format === 'avif' ? 'heif' : format
  const sizes = sizesIn(named, strip(named, content) ?? Buffer.alloc(0))
  expect(sizes?.length).toBeGreaterThan(0)
  for (const size of sizes ?? []) expect(size).toEqual({ width: 48, height: 32 })
})

function inserted(content: Buffer, at: number, ...pieces: Buffer[]): Buffer {
  return Buffer.concat([content.subarray(0, at), ...pieces, content.subarray(at)])
}

const shorts = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2)
  return bytes
}

describe('a JPEG is refused for the size of', () => {
  const frame = (marker: number) =>
    Buffer.concat([Buffer.from([0xff, marker, 0, 11, 8]), shorts(high, wide), Buffer.from([1, 1, 0x11, 0])])
  test.each([
    ['a second frame', frame(0xc0)],
    ['a progressive frame', frame(0xc2)],
    ['the frame of all levels', frame(0xde)],
    ['a number of lines', Buffer.from([0xff, 0xdc, 0, 4, 0xff, 0xff])],
  ])('%s', async (_, segment) => {
    const jpeg = await draw(1000, 10).jpeg().toBuffer()
    await expect(read(inserted(jpeg, jpeg.length - 2, segment))).rejects.toMatchObject(tooLarge)
  })
})

describe('a PNG declares the size of', () => {
  const frame = pngChunk('fcTL', Buffer.concat([words(0, wide, high, 1, 2), Buffer.alloc(6)]))

  test('a frame of an animation, with its offset', async () => {
    const png = inserted(await draw().png().toBuffer(), 33, frame)
    expect(sizesIn('png', png)).toContainEqual({ width: wide + 1, height: high + 2 })
    await expect(read(png)).rejects.toMatchObject(tooLarge)
  })

  test('a second header', async () => {
    const head = pngChunk('IHDR', Buffer.concat([words(wide, high), Buffer.from([8, 2, 0, 0, 0])]))
    expect(sizesIn('png', inserted(await draw().png().toBuffer(), 33, head))).toContainEqual(large)
  })
})

describe('a WebP declares the size of', () => {
  const chunk = (type: string, content: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(content.length)
    return Buffer.concat([Buffer.from(type), size, content, Buffer.alloc(content.length % 2)])
  }
  const threes = (...values: number[]) =>
    Buffer.concat(values.map((value) => Buffer.from([value & 255, (value >> 8) & 255, value >> 16])))
  const lossy = Buffer.concat([Buffer.alloc(6), Buffer.from([0x10, 0x27, 0x80, 0x7e])])
  const lossless = Buffer.alloc(5)
  lossless.writeUInt32LE(9999 | (16_383 << 14), 1)
  const frame = (...inner: Buffer[]) =>
    chunk('ANMF', Buffer.concat([threes(1, 2, wide - 1, high - 1, 0), Buffer.alloc(1), ...inner]))

  test.each([
    ['the canvas', chunk('VP8X', Buffer.concat([words(0), threes(wide - 1, high - 1)])), large],
    ['a lossy picture', chunk('VP8 ', lossy), { width: 10_000, height: 16_000 }],
    ['a lossless picture', chunk('VP8L', lossless), { width: 10_000, height: 16_384 }],
    ['a frame, with its offset', frame(), { width: wide + 2, height: high + 4 }],
    ['a picture in a frame', frame(chunk('VP8L', lossless)), { width: 10_000, height: 16_384 }],
  ])('%s', async (_, added, size) => {
    const webp = Buffer.concat([await draw().webp().toBuffer(), added])
    webp.writeUInt32LE(webp.length - 8, 4)
    expect(sizesIn('webp', webp)).toContainEqual(size)
    await expect(read(webp)).rejects.toMatchObject(tooLarge)
  })
})

/** Packs pairs of a number and its bits. */
function bits(...pairs: (readonly number[])[]): Buffer {
  const text = pairs.map(([value = 0, count = 0]) => value.toString(2).padStart(count, '0')).join('')
  const bytes = text.match(/.{1,8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))
}
const largest = [
  [15, 4],
  [15, 4],
  [wide - 1, 16],
  [high - 1, 16],
]
const unit = (content: Buffer) => Buffer.concat([Buffer.from([0x0a, content.length]), content])
const still = unit(bits([0, 3], [3, 2], [0, 5], ...largest))
/** With times, a count of equal intervals, a model of the decoder, and two operating points. */
const moving = unit(
  bits(
    [0, 3],
    [0, 2],
    [1, 1],
    [1, 32],
    [30, 32],
    [1, 1],
    [0, 2],
    [1, 1],
    [3, 2],
    [1, 1],
    [9, 5],
    [1, 32],
    [9, 5],
    [9, 5],
    [1, 1],
    [1, 5],
    [0, 12],
    [8, 5],
    [1, 1],
    [1, 1],
    [3, 10],
    [3, 10],
    [0, 1],
    [1, 1],
    [5, 4],
    [0, 12],
    [7, 5],
    [0, 1],
    [0, 1],
    ...largest,
  ),
)

/** Settings of a sequence that has neither numbers of frames nor an order, and leaves screens to its frames. */
const plain = '0 0000000 0 1 1'

describe('an AVIF is refused for the size of', () => {
  const avif = () => draw().avif({ effort: 0 }).toBuffer()
  const small = [64, 48] as const
  type Pair = readonly [number, number]
  const trackHead = (version: number, [width, height]: Pair) => {
    const size = words(width * 65_536, height * 65_536)
    const times = version === 1 ? words(0, 0, 0, 0, 1, 0, 0, 1) : words(0, 0, 1, 0, 1)
    return box('tkhd', Buffer.from([version, 0, 0, 3]), times, words(0, 0, 0, 0), matrix, size)
  }
  const matrix = words(65_536, 0, 0, 0, 65_536, 0, 0, 0, 0x40000000)
  const config = (...units: Buffer[]) => box('av1C', Buffer.from([0x81, 0x20, 0, 0]), ...units)
  const description = ([width, height]: Pair, more = config()) => {
    const resolution = words(72 << 16, 72 << 16, 0)
    const rest = Buffer.concat([resolution, shorts(1), Buffer.alloc(32), shorts(24, 65_535)])
    return box('stsd', words(0, 1), box('av01', words(0, 1, 0, 0, 0, 0), shorts(width, height), rest, more))
  }
  /** A film whose samples are these parts of the file. */
  const film = (
    parts: { from: number; to: number }[],
    { head = trackHead(0, small), handler = 'pict', described = description(small) } = {},
  ) => {
    const tables = box(
      'stbl',
      described,
      box('stts', words(0, 1, parts.length, 1)),
      box('stsc', words(0, 1, 1, 1, 1)),
      box('stsz', words(0, 0, parts.length, ...parts.map(({ from, to }) => to - from))),
      box('stco', words(0, parts.length, ...parts.map(({ from }) => from))),
    )
    const data = box('dinf', box('dref', words(0, 1), box('url ', words(1))))
    const kind = box('hdlr', words(0, 0), Buffer.from(handler, 'latin1'), Buffer.alloc(13))
    const media = box('minf', box('vmhd', words(1, 0, 0)), data, tables)
    const movie = words(0, 0, 0, 1, parts.length, 65_536, 0x1000000, 0, 0)
    return box(
      'moov',
      box('mvhd', movie, matrix, words(0, 0, 0, 0, 0, 0, 2)),
      box('trak', head, box('mdia', box('mdhd', words(0, 0, 0, 1, 1, 0)), kind, media)),
    )
  }
  const pixels = (photo: Buffer) => ({ from: photo.indexOf('mdat') + 4, to: photo.length })

  test.each([
    ['a track', { head: trackHead(0, [wide, high]) }],
    ['a track with long times', { head: trackHead(1, [wide, high]) }],
    ['a sample description', { described: description([wide, high]) }],
    ['a description in a track of no kind', { handler: 'none', described: description([wide, high]) }],
    ['codec data of a description', { described: description(small, config(still)) }],
    ['moving codec data', { described: description(small, config(moving)) }],
  ])('%s', async (_, made) => {
    const photo = await avif()
    const whole = [pixels(photo)]
    expect(await read(Buffer.concat([photo, film(whole)]))).toMatchObject({ width: 64, height: 48 })
    await expect(read(Buffer.concat([photo, film(whole, made)]))).rejects.toMatchObject(tooLarge)
  })

  test('a later sample of a track', async () => {
    const photo = await avif()
    const data = box('mdat', still)
    const later = { from: photo.length + 8, to: photo.length + data.length }
    const moov = film([pixels(photo), later])
    await expect(read(Buffer.concat([photo, data, moov]))).rejects.toMatchObject(tooLarge)
  })

  test('an image property, of whatever item', async () => {
    const photo = await avif()
    const added = box('ispe', words(0, wide, high))
    const properties = photo.indexOf('ipco') - 4
    const end = properties + photo.readUInt32BE(properties)
    const place = photo.indexOf(words(photo.indexOf('mdat') + 4))
    for (const head of [photo.indexOf('meta') - 4, photo.indexOf('iprp') - 4, properties])
      photo.writeUInt32BE(photo.readUInt32BE(head) + added.length, head)
    photo.writeUInt32BE(photo.readUInt32BE(place) + added.length, place)
    await expect(read(inserted(photo, end, added))).rejects.toMatchObject(tooLarge)
  })

  const item = (id: number, type: string) =>
    box('infe', Buffer.from([2, 0, 0, 0, 0, id, 0, 0]), Buffer.from(type))
  /** Items that all have the same data. */
  const items = (data: Buffer, ...types: string[]) =>
    Buffer.concat([
      box('mdat', data),
      box(
        'meta',
        words(0),
        box('iinf', words(0), shorts(types.length), ...types.map((type, index) => item(index + 1, type))),
        box(
          'iloc',
          Buffer.from([0, 0, 0, 0, 0x44, 0]),
          shorts(types.length),
          ...types.flatMap((_, index) => [shorts(index + 1, 0, 1), words(8, data.length)]),
        ),
      ),
    ])

  test.each<[string, string, string, boolean]>([
    ['a key frame with a size of its own', plain, '0 00 1 0 0 1', true],
    ['a key frame without one', plain, '0 00 1 1 0 0', false],
    ['a hidden frame', plain, '0 01 0 1 0 0 0 1', true],
    ['a shown frame that needs others', plain, '0 01 1 1 0 0 1', true],
    ['a frame for switching', plain, '0 11 1 0 0', true],
    ['a frame that is shown again', plain, '1 000', false],
    ['a frame of a screen', '0 0000000 0 1 1', '0 00 1 0 1 1 1', true],
    ['a frame of a screen, without one', '0 0000000 0 1 1', '0 00 1 0 1 1 0', false],
    ['a frame of a screen whose vectors are set', '0 0000000 1 11 0 1 0 1', '0 00 1 0 1', true],
    ['a frame with a number', '1 0001 010 0000000 0 0 0', '0 00 1 0 111111 1', true],
    ['a frame with a number, without one', '1 0001 010 0000000 0 0 0', '0 00 1 0 111111 0', false],
    ['a frame with a time', `timed ${plain}`, '0 00 1 111 0 0 1', true],
    ['a frame with a time, without one', `timed ${plain}`, '0 00 1 111 0 0 0', false],
  ])('the bits of %s', (_, sequence, frame, isOwn) => {
    const [isTimed, rest] = [sequence.startsWith('timed'), sequence.replace('timed', '')]
    // A unit of 32 bits for both times, unequal intervals, and a model of the decoder whose times have 3 bits.
    const times = `1 ${'0'.repeat(64)} 0 1 00000 ${'0'.repeat(37)} 00010`
    const operation = `${isTimed ? times : '0'} 0 00000 ${'0'.repeat(12)} 00000 ${isTimed ? '0' : ''}`
    // 16 bits for each number, of which a size of 64 × 48 needs six.
    const sizes = `1111 1111 ${'0'.repeat(10)}111111 ${'0'.repeat(10)}101111`
    const units = (type: number, text: string) => {
      const content = bits(...[...text.replaceAll(' ', '')].map((bit) => [Number(bit), 1]))
      return Buffer.concat([Buffer.from([(type << 3) | 2, content.length]), content])
    }
    const head = units(1, `000 0 0 ${operation} ${sizes} ${rest}`)
    const own = isOwn ? [{ width: 65_536, height: 65_536 }] : []
    for (const type of [3, 6, 7])
      expect(sizesIn('heif', items(Buffer.concat([head, units(type, frame)]), 'av01'))).toEqual([
        { width: 64, height: 48 },
        ...own,
      ])
    // Decoders draw nothing without the header of the sequence.
    expect(sizesIn('heif', items(units(6, frame), 'av01'))).toBeNull()
  })

  test.each([
    ['the codec data of an item', 'av01', still],
    ['a grid', 'grid', Buffer.concat([Buffer.from([0, 0, 0, 0]), shorts(wide, high)])],
    ['a grid with long numbers', 'grid', Buffer.concat([Buffer.from([0, 1, 0, 0]), words(wide, high)])],
    ['an overlay', 'iovl', Buffer.concat([Buffer.alloc(10), shorts(wide, high)])],
  ])('%s', (_, type, data) => {
    expect(sizesIn('heif', items(data, type))).toEqual([large])
  })

  test('nothing that can be read: fragments, and items in another place', async () => {
    expect(sizesIn('heif', Buffer.concat([await avif(), box('moof')]))).toBeNull()
    expect(sizesIn('heif', items(Buffer.alloc(0), 'av01'))).toBeNull()
  })

  test('more parts than any photo has, within seconds', () => {
    const units = Buffer.alloc(2_000_000, Buffer.from([0x12, 0]))
    expect(sizesIn('heif', items(units, ...Array(200).fill('av01')))).toBeNull()
  })
})
