import { type FileHandle, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { box, video, videoHead, videoTrack } from '../../../testing/media/media.ts'
import { leastOf } from '../../../testing/thread-cpu.ts'
import { longestTurnMs } from '../../../testing/turns.ts'
import { FileBytes, type Overwrite, overwrite } from '../strip/bytes.ts'
import { readMp4, stripMp4 } from './mp4.ts'
import { readVideo } from './videos.ts'
import { checkWebm } from './webm.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artel-video-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(content: Buffer, format = 'mp4') {
  const path = join(folder, 'video')
  await writeFile(path, content)
  return readVideo(path, format)
}

const refused = { code: 'invalid', issues: [{ path: 'file', key: 'broken_video' }] }
const expectRefused = (content: Buffer, format?: string) =>
  expect(read(content, format)).rejects.toMatchObject(refused)

const content = Buffer.alloc(500, 7)
const playlist = Buffer.from(
  '#EXTM3U\n#EXTINF:10,\nhttp://169.254.169.254/latest/meta-data\n#EXT-X-ENDLIST\n',
)
const withTrack = (...changes: Parameters<typeof videoTrack>) =>
  Buffer.concat([videoHead(content.length, 'isom', videoTrack(...changes)), content])

/** A box whose header declares `bytes` as its size. */
function claiming(type: string, bytes: number, inside: Buffer): Buffer {
  const whole = box(type, inside)
  whole.writeUInt32BE(bytes, 0)
  return whole
}

function longBox(type: string, bytes: bigint, inside: Buffer): Buffer {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1, 0)
  head.write(type, 4, 'latin1')
  head.writeBigUInt64BE(bytes, 8)
  return Buffer.concat([head, inside])
}

const ftyp = box('ftyp', Buffer.from('isom\0\0\0\0isommp42', 'latin1'))
const mdat = box('mdat', content)
const moov = videoHead(0).subarray(ftyp.length, -8)

describe('an MP4', () => {
  test.each([
    ['as it is', video(content)],
    ['with its head behind its pictures', Buffer.concat([ftyp, mdat, moov])],
    ['in fragments', Buffer.concat([ftyp, moov, ...Array(2000).fill(Buffer.concat([box('moof'), mdat]))])],
    ['with a size of eight bytes', Buffer.concat([ftyp, moov, longBox('mdat', 516n, content)])],
    ['whose last box reaches to the end', Buffer.concat([ftyp, moov, claiming('mdat', 0, content)])],
    ['with boxes that a camera adds', Buffer.concat([ftyp, box('wide'), moov, mdat, box('sefd', content)])],
    ['with a word of zeros behind it', Buffer.concat([video(content), Buffer.alloc(4)])],
  ])('%s is accepted', async (_, file) =>
    expect(await read(file)).toMatchObject({ width: 1080, height: 1920, duration: 12 }),
  )

  test.each<[string, Buffer]>([
    ['brands and a playlist', Buffer.concat([ftyp, playlist])],
    ['brands and a playlist as a box', Buffer.concat([ftyp, box('moov', playlist), box('mdat', playlist)])],
    ['a head that claims 1 GB', Buffer.concat([ftyp, mdat, claiming('moov', 2 ** 30, Buffer.alloc(100))])],
    [
      'a head that claims to the end of all',
      Buffer.concat([ftyp, mdat, longBox('moov', 2n ** 63n, content)]),
    ],
    ['a box smaller than its own head', Buffer.concat([ftyp, claiming('moov', 7, Buffer.alloc(8)), mdat])],
    ['no head', Buffer.concat([ftyp, mdat])],
    ['two heads', Buffer.concat([ftyp, moov, mdat, moov])],
    ['no pictures', Buffer.concat([ftyp, moov])],
    ['no track', Buffer.concat([ftyp, box('moov', box('mvhd', Buffer.alloc(100))), mdat])],
    ['a track of sound alone', withTrack({ handler: 'soun' })],
    ['a track without a codec', withTrack({ codecs: [] })],
    ['a track in another file', withTrack({ source: 0 })],
    ['a head that names another film', Buffer.concat([ftyp, box('moov', box('rmra', playlist)), mdat])],
    ['a brand of pictures', video(content, 'avif')],
    ['a brand of nobody', Buffer.concat([box('ftyp', Buffer.from('evil\0\0\0\0evil')), moov, mdat])],
    ['brands without an end', Buffer.concat([box('ftyp', Buffer.alloc(4000, 'isom')), moov, mdat])],
    ['a page in front', Buffer.concat([Buffer.from('<script>alert(1)</script>'), video(content)])],
    ['a page behind', Buffer.concat([video(content), Buffer.from('<script>alert(1)</script>')])],
    ['nothing but brands', ftyp],
    ['tiny boxes without end', Buffer.concat([ftyp, moov, mdat, Buffer.alloc(800_000, box('free'))])],
  ])('with %s is refused', (_, file) => expectRefused(file))

  test('that is cut off anywhere is refused', async () => {
    const whole = Buffer.concat([ftyp, mdat, moov])
    for (let length = 0; length < whole.length; length += 1) {
      // A cut between two boxes leaves whole boxes only, and is refused as well.
      await expectRefused(whole.subarray(0, length))
    }
  })

  test('with random bytes in its head is accepted or refused, without another error', async () => {
    const head = videoHead(content.length)
    const change = fc.tuple(fc.nat(head.length - 1), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        const file = Buffer.concat([head, content])
        for (const [at, value] of changes) file[at] = value
        const answer = await read(file).catch((error) => error)
        if (answer instanceof Error) {
          expect(answer).toMatchObject(refused)
          return
        }
        const { width, height, duration } = answer
        for (const value of [width, height, duration]) expect(value === null || value > 0).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a WebM', () => {
  let film: Buffer
  const segment = 36

  beforeAll(async () => {
    film = await readFile(new URL('../../../../../e2e/src/film.webm', import.meta.url))
  })

  const changed = (at: number, bytes: Buffer): Buffer => {
    const copy = Buffer.from(film)
    bytes.copy(copy, at)
    return copy
  }

  test('is accepted, also without a size as a browser records it', async () => {
    // The film names the browser that recorded it.
    const answer = { width: null, height: null, duration: null, stripped: { size: film.length } }
    expect(await read(film, 'webm')).toMatchObject(answer)
    expect(await read(changed(segment + 4, Buffer.from('01ffffffffffffff', 'hex')), 'webm')).toMatchObject(
      answer,
    )
  })

  test('of 500 MiB is read by its headers only', async () => {
    const path = join(folder, 'large')
    // Without metadata, because a changed file is read once more for its digest.
    await read(changed(segment + 4, Buffer.from('01ffffffffffffff', 'hex')), 'webm')
    await writeFile(path, await readFile(join(folder, 'video')))
    await truncate(path, 500 * 1_048_576)
    expect(await readVideo(path, 'webm')).toMatchObject({ duration: null, stripped: null })
  })

  test.each<[string, () => Buffer]>([
    ['of another kind', () => changed(film.indexOf('webm'), Buffer.from('evil'))],
    ['cut in its pictures', () => film.subarray(0, -1000)],
    ['cut in its head', () => film.subarray(0, 300)],
    ['with a page behind it', () => Buffer.concat([film, playlist])],
    ['that is a head and a playlist', () => Buffer.concat([film.subarray(0, segment), playlist])],
    [
      'without a track',
      () => changed(film.indexOf(Buffer.from('1654ae6b', 'hex'), 150), Buffer.from('1654ae6c', 'hex')),
    ],
    ['of a codec that nobody knows', () => changed(film.indexOf('V_VP'), Buffer.from('V_XX'))],
    [
      'without pictures',
      () => Buffer.from(film.toString('latin1').replaceAll('\x1fC\xb6u', '\x1fC\xb6v'), 'latin1'),
    ],
  ])('%s is refused', (_, file) => expectRefused(file(), 'webm'))

  test('with random bytes in its head is accepted or refused, without another error', async () => {
    const change = fc.tuple(fc.nat(500), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        const file = Buffer.from(film)
        for (const [at, value] of changes) file[at] = value
        const answer = await read(file, 'webm').catch((error) => error)
        if (answer instanceof Error) expect(answer).toMatchObject(refused)
      }),
      { numRuns: 500 },
    )
  })
})

/** A file in memory that counts the system calls that a real file would need. */
function counted(content: Buffer) {
  const calls = { count: 0 }
  const move = async (length: number) => {
    calls.count += 1
    return { bytesRead: length, bytesWritten: length }
  }
  const handle = {
    read: (buffer: Buffer, offset: number, length: number, position: number) =>
      move(content.copy(buffer, offset, position, position + length)),
    write: (buffer: Buffer, offset: number, length: number, position: number) =>
      move(buffer.copy(content, position, offset, offset + length)),
  } as unknown as FileHandle // the code uses no other method
  return { calls, handle, file: new FileBytes(handle, content.length) }
}

test('thousands of small boxes are read with fewer than 100 system calls', async () => {
  const content = Buffer.concat([video(), Buffer.alloc(40_000 * 8, box('free'))])
  const { calls, file } = counted(content)
  await readMp4(file)
  expect(calls.count).toBeLessThan(100)
})

test('thousands of small boxes are emptied with fewer than 100 system calls', async () => {
  const [film, words] = [video(), Buffer.from('words')]
  const parts = (type: string, bytes: Buffer) =>
    Array(20_000)
      .fill([box(type, bytes), box('free')])
      .flat()
  const content = Buffer.concat([film, ...parts('what', words)])
  const { calls, handle, file } = counted(content)
  const changes: Overwrite[] = []
  for await (const change of stripMp4(file)) changes.push(change)
  await overwrite(handle, changes)
  expect(calls.count).toBeLessThan(100)
  const bare = Buffer.concat([film, ...parts('free', Buffer.alloc(words.length))])
  expect(content.equals(bare)).toBe(true)
})

test('reading many videos at once does not block the event loop', async () => {
  const nothing = Buffer.alloc(2 * 8000, Buffer.from([0xec, 0x80]))
  const film = await readFile(new URL('../../../../../e2e/src/film.webm', import.meta.url))
  const endless = Buffer.from('01ffffffffffffff', 'hex')
  const content = Buffer.concat([film.subarray(0, 40), endless, nothing, film.subarray(48)])
  const files = Array.from({ length: 20 }, () => counted(content).file)
  let checked = 0
  const check = async (file: FileBytes) => {
    await checkWebm(file)
    checked += 1
  }
  const checkAll = () => Promise.all(files.map(check))
  await checkAll()
  expect(checked).toBe(files.length)
  expect(await leastOf(50, () => longestTurnMs(checkAll))).toBeLessThan(50)
})
