import { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PhotoReader, readPhoto } from './multimedia.photos.ts'

const person = { companyId: 1, userId: 1 }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artel-photos-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function save(content: Buffer): Promise<string> {
  const path = join(folder, randomUUID())
  await writeFile(path, content)
  return path
}
const read = async (content: Buffer) => readPhoto(await save(content), person)

function draw(side: number) {
  return sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
}

/** A PNG with empty text chunks after the signature and IHDR, or before IEND. */
async function withEmptyTexts(count: number, where: 'first' | 'last') {
  const png = await draw(1).png().toBuffer()
  const at = where === 'first' ? 33 : png.length - 12
  const text = Buffer.from('\0\0\0\0tEXt\0\0\0\0', 'latin1')
  return Buffer.concat([png.subarray(0, at), Buffer.alloc(text.length * count, text), png.subarray(at)])
}

test.each(['first', 'last'] as const)('refuses a PNG with thousands of chunks %s', async (where) => {
  const refused = read(await withEmptyTexts(5000, where))
  await expect(refused).rejects.toMatchObject({ issues: [{ key: 'broken_photo' }] })
})

test('accepts an ordinary PNG', async () => {
  expect(await read(await draw(3).png().toBuffer())).toMatchObject({ width: 3, height: 3 })
})

test.each(['jpeg', 'png', 'webp'] as const)('refuses a %s with too many pixels', async (format) => {
  const refused = read(await draw(7100).toFormat(format, { effort: 1 }).toBuffer())
  await expect(refused).rejects.toMatchObject({ issues: [{ key: 'photo_pixels', values: { maximum: 50 } }] })
})

test.each(['the screen', 'a later frame'])(
  'refuses a GIF of one pixel if %s has 65,535 × 65,535',
  async (what) => {
    const gif = await draw(1).gif().toBuffer()
    expect(await read(gif)).toMatchObject({ width: 1, height: 1 })
    const frame = Buffer.from(gif.subarray(gif.lastIndexOf(0x2c)))
    frame.fill(0xff, 5, 9)
    const large = what === 'the screen' ? gif.fill(0xff, 6, 10) : Buffer.concat([gif.subarray(0, -1), frame])
    await expect(read(large)).rejects.toMatchObject({
      issues: [{ key: 'photo_pixels', values: { maximum: 50 } }],
    })
  },
)

test('reads a photo that comes at the moment when an idle process is ended', async () => {
  const path = await save(await draw(3).png().toBuffer())
  const reader = new PhotoReader(undefined, 100)
  const kill = vi.spyOn(ChildProcess.prototype, 'kill')
  const ended = new Promise<ReturnType<PhotoReader['read']>[]>((resolve) => {
    kill.mockImplementationOnce(function (this: ChildProcess, signal) {
      const isKilled = this.kill(signal)
      setImmediate(() => resolve([reader.read(path, person)]))
      return isKilled
    })
  })
  await reader.read(path, person)
  const [next] = await ended
  kill.mockRestore()
  expect(await next).toMatchObject({ width: 3, height: 3 })
})

/** A JPEG with `count` equal segments after its start marker. */
async function withSegments(count: number, marker: number, bytes: number): Promise<Buffer> {
  const jpeg = await draw(8).jpeg().toBuffer()
  const segment = Buffer.alloc(bytes + 4)
  segment.writeUInt16BE(0xff00 + marker, 0)
  segment.writeUInt16BE(bytes + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(segment.length * count, segment), jpeg.subarray(2)])
}

test.each([
  ['a million comments', 1_000_000, 0xfe, 12],
  ['a million segments of a camera', 1_000_000, 0xe1, 12],
  ['segments as long as they may be', 290, 0xe2, 65_533],
])('the server keeps no memory after a JPEG with %s', { retry: 3 }, async (_, count, marker, bytes) => {
  const path = await save(await withSegments(count, marker, bytes))
  await readPhoto(path, person).catch(() => {})
  const { rss } = process.memoryUsage()
  // The decoder may accept or refuse the file.
  await readPhoto(path, person).catch((error) => expect(error).toMatchObject({ code: 'invalid' }))
  expect(process.memoryUsage.rss() - rss).toBeLessThan(60_000_000)
})

test('a photo that needs too much memory ends only its own process', async () => {
  const reader = new PhotoReader(220_000_000)
  const [large, small] = await Promise.all([
    draw(6500).png({ progressive: true }).toBuffer().then(save),
    draw(30).jpeg().toBuffer().then(save),
  ])
  const [refused, taken] = await Promise.allSettled([
    reader.read(large, person),
    reader.read(small, { companyId: 2, userId: 2 }),
  ])
  expect(refused).toMatchObject({ reason: { issues: [{ path: 'file', key: 'photo_too_complex' }] } })
  expect(taken).toMatchObject({ value: { width: 30, height: 30 } })
  expect(await reader.read(small, person)).toMatchObject({ width: 30 })
})

test('stops reading a photo if its sender disconnects', async () => {
  const reader = new PhotoReader()
  const large = await draw(7000).png({ compressionLevel: 1 }).toBuffer().then(save)
  const leaving = new AbortController()
  const answers = [1, 2].map(() => reader.read(large, person, leaving.signal))
  leaving.abort()
  const [running, waiting] = await Promise.allSettled(answers)
  expect(running).toMatchObject({ reason: { issues: [{ key: 'photo_too_complex' }] } })
  expect(waiting).toMatchObject({ reason: { code: 'bad_request' } })
  const small = await draw(30).jpeg().toBuffer().then(save)
  expect(await reader.read(small, person)).toMatchObject({ width: 30 })
})

test('only the photo program decodes images that people send', async () => {
  const sources = new URL('../../', import.meta.url)
  const files = await readdir(sources, { recursive: true })
  const decoders: string[] = []
  for (const file of files.filter(
    (name) => /(?<!\.test)\.ts$/.test(name) && !/^(demo|testing)\b/.test(name),
  )) {
    if (/from 'sharp'|import\('sharp'\)/.test(await readFile(new URL(file, sources), 'utf8')))
      decoders.push(file)
  }
  // The other two encode what the product itself has drawn: labels in their thread, and photos of the example.
  expect(decoders.toSorted()).toEqual([
    join('features', 'first-steps', 'first-steps.example.ts'),
    join('features', 'multimedia', 'multimedia.photo-program.ts'),
    join('labels', 'drawing', 'bitmap.ts'),
  ])
})
