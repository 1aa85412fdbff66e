import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { box, words } from '../../../testing/media/media.ts'
import { findWritten, pngChunk, takenFormats, takenPhoto } from '../../../testing/media/taken-photo.ts'
import { cpuMsOf, leastOf } from '../../../testing/thread-cpu.ts'
import { strip } from './strip.ts'

const named = (format: (typeof takenFormats)[number]) => (format === 'avif' ? 'heif' : format)
const orientationOf = (format: string) => (format === 'gif' ? 1 : 6)

test.each([
  ['progressive', () => noise().jpeg({ progressive: true })],
  ['in the colours of print', () => noise().toColourspace('cmyk').jpeg()],
  ['in shades of grey', () => noise().greyscale().jpeg({ optimiseCoding: false })],
] as const)('a JPEG that is %s keeps its pixels without metadata', async (_, make) => {
  const content = await make()
    .withIccProfile('p3')
    .withExif({ IFD0: { Make: 'a camera' } })
    .toBuffer()
  const stripped = strip('jpeg', content) ?? Buffer.alloc(0)
  expect([content.includes('a camera'), stripped.includes('a camera')]).toEqual([true, false])
  const draw = (bytes: Buffer) => sharp(bytes).toColourspace('srgb').raw().toBuffer()
  expect((await draw(stripped)).equals(await draw(content))).toBe(true)
})

describe('the colour profile of a PNG', () => {
  const megabyte = 1024 * 1024
  const profile = (packed: Buffer) => pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), packed]))
  /** A PNG with these profiles, stripped. */
  const stripWith = async (...profiles: Buffer[]) => {
    const png = await noise().png().toBuffer()
    const content = Buffer.concat([png.subarray(0, 33), ...profiles, png.subarray(33)])
    return [png, strip('png', content)] as const
  }
  const zeros = (bytes: number) => profile(deflateSync(Buffer.alloc(bytes)))

  test('stays if it unpacks to 4 MiB', async () => {
    const [png, stripped] = await stripWith(zeros(4 * megabyte))
    expect(stripped?.length).toBe(png.length + zeros(4 * megabyte).length)
  })

  test.each([
    ['unpacks to one byte more', zeros(4 * megabyte + 1)],
    ['unpacks to 256 MiB', zeros(256 * megabyte)],
    // The checksum at its end is cut off.
    ['unpacks to 8 MiB and is then broken', profile(deflateSync(Buffer.alloc(8 * megabyte)).subarray(0, -4))],
  ])('is removed if it %s', async (_, packed) => {
    const [png, stripped] = await stripWith(packed)
    expect(stripped?.equals(png)).toBe(true)
  })

  test('is removed if it follows another one', async () => {
    const [png, stripped] = await stripWith(zeros(256 * megabyte), zeros(10))
    expect(stripped?.equals(png)).toBe(true)
    expect((await stripWith(zeros(10), zeros(20)))[1]?.length).toBe((await stripWith(zeros(10)))[1]?.length)
  })

  test('stays if it is broken, because nothing unpacks it', async () => {
    const broken = profile(Buffer.from('not packed'))
    const [png, stripped] = await stripWith(broken)
    expect(stripped?.length).toBe(png.length + broken.length)
  })
})

test('refuses an AVIF with overlapping texts within 200 ms of processor time', async () => {
  const data = box('mdat', Buffer.alloc(10_000_000))
  const parts = 1000
  const kind = box('infe', Buffer.from([2, 0, 0, 0, 0, 1, 0, 0]), Buffer.from('Exif'))
  const count = Buffer.from([parts >> 8, parts & 255])
  const places = [Buffer.from([0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0]), count]
  const part = words(100, data.length - 200)
  const meta = box(
    'meta',
    words(0),
    box('iinf', Buffer.from([0, 0, 0, 0, 0, 1]), kind),
    box('iloc', ...places, ...Array(parts).fill(part)),
  )
  const read = () => strip('heif', Buffer.concat([data, meta]))
  expect(read()).toBeNull()
  expect(await leastOf(200, () => cpuMsOf(read))).toBeLessThan(200)
})

describe('the texts of an AVIF', () => {
  const item = (id: number, type: string) =>
    box('infe', Buffer.from([2, 0, 0, 0, 0, id, 0, 0]), Buffer.from(type))
  const place = (id: number, from: number, to: number) =>
    Buffer.concat([Buffer.from([0, id, 0, 0, 0, 1]), words(from, to - from)])
  /** 100 bytes of data from 8 to 108, with a picture from 8 to 58, and a text at the place. */
  const avifWith = (from: number, to: number) =>
    Buffer.concat([
      box('mdat', Buffer.alloc(100, 'x')),
      box(
        'meta',
        words(0),
        box('iinf', Buffer.from([0, 0, 0, 0, 0, 2]), item(1, 'av01'), item(2, 'mime')),
        box('iloc', Buffer.from([0, 0, 0, 0, 0x44, 0, 0, 2]), place(1, 8, 58), place(2, from, to)),
      ),
    ])

  test('are emptied behind the picture', () => {
    const stripped = strip('heif', avifWith(58, 108))
    expect(stripped?.subarray(0, 110).toString('latin1', 4)).toBe(
      `mdat${'x'.repeat(50)}${'\0'.repeat(50)}\0\0`,
    )
  })

  test.each([
    ['has one byte of the picture', 57, 108],
    ['is the picture', 8, 58],
    ['goes on in the next box', 58, 109],
    ['is a box', 0, 108],
    ['is within the head', 130, 140],
  ])('are refused if their place %s', (_, from, to) => {
    expect(strip('heif', avifWith(from, to))).toBeNull()
  })
})

const noise = () => sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })

describe.each(takenFormats)('a photo as %s', (format) => {
  const bare = async () => {
    const content = await takenPhoto(format, orientationOf(format))
    return strip(named(format), content, orientationOf(format))
  }

  test('has no metadata after a strip, and a second strip changes nothing', async () => {
    const once = await bare()
    expect(once && findWritten(once)).toEqual([])
    expect(once && strip(named(format), once, orientationOf(format))?.equals(once)).toBe(true)
  })

  test('that is cut anywhere is stripped completely or refused', async () => {
    const content = await takenPhoto(format)
    for (let length = 0; length < content.length; length += 1 + Math.floor(content.length / 500)) {
      const cut = strip(named(format), content.subarray(0, length))
      if (!cut) continue
      expect([length, findWritten(cut)]).toEqual([length, []])
      expect([length, strip(named(format), cut)?.equals(cut)]).toEqual([length, true])
    }
  })

  test('with random changed bytes is stripped without a change of its pixels, or refused', async () => {
    const content = await takenPhoto(format)
    const change = fc.tuple(fc.nat(content.length - 1), fc.nat(255))
    const draw = (bytes: Buffer) => sharp(bytes, { failOn: 'error' }).raw().toBuffer()
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const changed = Buffer.from(content)
        for (const [at, value] of changes) changed[at] = value
        const stripped = strip(named(format), changed)
        if (!stripped) return
        expect(strip(named(format), stripped)?.equals(stripped)).toBe(true)
        const [before, after] = await Promise.all(
          [changed, stripped].map((bytes) => draw(bytes).catch(() => null)),
        )
        if (before && after) expect(after.equals(before)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})
