import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Simulator, startS3 } from '../testing/s3-simulator.ts'
import { openDisk } from './disk.ts'
import { ExactBytes } from './exact-bytes.ts'
import { StorageUnavailableError, WrongLengthError } from './storage.errors.ts'
import { openStorage, type Storage } from './storage.ts'

let folder: string
let s3: S3Simulator
const storages = {} as { disk: Storage; s3: Storage } // set before the tests

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artel-storage-'))
  s3 = await startS3()
  storages.disk = await openStorage({ dataDir: folder, s3: undefined })
  storages.s3 = await openStorage({ dataDir: folder, s3: s3.place })
})
afterAll(() => s3.close())

async function file(content: Buffer): Promise<string> {
  const path = join(folder, randomBytes(8).toString('hex'))
  await writeFile(path, content)
  return path
}

const readAll = async (storage: Storage, key: string, range?: { from: number; to: number }) => {
  const opened = await storage.open(key)
  return opened && buffer(await opened.read(range))
}

const keysOf = async (storage: Storage) => {
  const keys: string[] = []
  for await (const key of storage.list()) keys.push(key)
  return keys.sort()
}

describe.each(['disk', 's3'] as const)('%s', (kind) => {
  test('returns a stored file whole and in parts, and removes the local file', async () => {
    const content = randomBytes(300_000)
    const path = await file(content)
    await storages[kind].put('7/small_a.jpg', path)
    await expect(readFile(path)).rejects.toThrow('ENOENT')
    const opened = await storages[kind].open('7/small_a.jpg')
    expect(opened?.size).toBe(300_000)
    await opened?.close()
    expect((await readAll(storages[kind], '7/small_a.jpg'))?.equals(content)).toBe(true)
    const part = await readAll(storages[kind], '7/small_a.jpg', { from: 10, to: 19 })
    expect(part?.equals(content.subarray(10, 20))).toBe(true)
  })

  test('lists all files, and removes files, also a second time', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => `8/${index}.jpg`)
    for (const key of keys) await storages[kind].put(key, await file(Buffer.from(key)))
    expect(await keysOf(storages[kind])).toEqual(expect.arrayContaining(keys))
    await storages[kind].remove(keys)
    await storages[kind].remove(keys)
    expect((await keysOf(storages[kind])).filter((key) => key.startsWith('8/'))).toEqual([])
    expect(await storages[kind].open(keys[0] ?? '')).toBeNull()
  })

  test('keeps an empty file', async () => {
    await storages[kind].put('9/empty', await file(Buffer.alloc(0)))
    expect((await readAll(storages[kind], '9/empty'))?.length).toBe(0)
  })

  test.each(['', '7', 'nowhere/x', '7/small_a.jpg/x', 'x'.repeat(300)])('finds no file «%s»', async (key) => {
    expect(await storages[kind].open(key)).toBeNull()
  })
})

test('on disk a folder or a broken link is not a file', async () => {
  const disk = openDisk(join(folder, 'odd'))
  await mkdir(join(folder, 'odd', 'a.jpg'), { recursive: true })
  await symlink('b.jpg', join(folder, 'odd', 'b.jpg'))
  expect([await disk.open('a.jpg'), await disk.open('b.jpg')]).toEqual([null, null])
  expect(await keysOf(disk)).toEqual([])
})

describe('S3', () => {
  test('uses only keys with its prefix', async () => {
    s3.objects.set('others/1/x.jpg', Buffer.from('x'))
    await storages.s3.put('1/y.jpg', await file(Buffer.from('y')))
    expect(s3.objects.get('crew/1/y.jpg')?.toString()).toBe('y')
    expect(await keysOf(storages.s3)).not.toContain('x.jpg')
  })

  test.each(['broken', 'refusing', 'failing'] as const)('that is %s is unavailable', async (mood) => {
    const path = await file(Buffer.from('kept'))
    s3.mood = mood
    try {
      await expect(storages.s3.put('1/z.jpg', path)).rejects.toThrow(StorageUnavailableError)
      await expect(storages.s3.open('1/y.jpg')).rejects.toThrow(StorageUnavailableError)
      await expect(storages.s3.remove(['1/y.jpg'])).rejects.toThrow(StorageUnavailableError)
      await expect(keysOf(storages.s3)).rejects.toThrow(StorageUnavailableError)
    } finally {
      s3.mood = 'well'
    }
    expect(await readFile(path, 'utf8')).toBe('kept')
    expect(s3.objects.has('crew/1/z.jpg')).toBe(false)
  })

  test.each(['short', 'whole', 'shifted'] as const)(
    'that answers a range with %s bytes is refused',
    async (mood) => {
      const content = randomBytes(500_000)
      await storages.s3.put('1/part.mp4', await file(content))
      s3.mood = mood
      try {
        const range = { from: 10, to: 19 }
        await expect(readAll(storages.s3, '1/part.mp4', range)).rejects.toThrow(WrongLengthError)
        const whole = readAll(storages.s3, '1/part.mp4')
        if (mood === 'short') await expect(whole).rejects.toThrow(WrongLengthError)
        else expect((await whole)?.equals(content)).toBe(true)
      } finally {
        s3.mood = 'well'
      }
      expect((await readAll(storages.s3, '1/part.mp4'))?.equals(content)).toBe(true)
    },
  )

  test('that closes the connection within a file fails the read', async () => {
    await storages.s3.put('1/half.mp4', await file(randomBytes(100_000)))
    s3.mood = 'halving'
    await expect(readAll(storages.s3, '1/half.mp4').finally(() => (s3.mood = 'well'))).rejects.toThrow()
  })

  test('that does not respond is unavailable after a timeout', async () => {
    s3.mood = 'silent'
    const begun = Date.now()
    await expect(storages.s3.open('1/y.jpg')).rejects.toThrow(StorageUnavailableError)
    s3.mood = 'well'
    expect(Date.now() - begun).toBeLessThan(8000)
  }, 10_000)

  test('without a listening server is unavailable', async () => {
    const nowhere = await openStorage({
      dataDir: folder,
      s3: { ...s3.place, endpoint: 'http://127.0.0.1:1' },
    })
    await expect(nowhere.open('1/y.jpg')).rejects.toThrow(StorageUnavailableError)
  })

  test('gets no request that contains the secret', async () => {
    await storages.s3.open('1/y.jpg')
    expect(JSON.stringify(s3.requests)).not.toContain(s3.place.secretAccessKey)
  })
})

test.each([
  ['cut', 100],
  ['emptied', 0],
])('a file on disk that is %s after it was opened fails the read', async (_, length) => {
  await storages.disk.put('11/a.mp4', await file(randomBytes(300_000)))
  const opened = await storages.disk.open('11/a.mp4')
  await truncate(join(folder, 'media', '11', 'a.mp4'), length)
  await expect(opened?.read().then(buffer)).rejects.toThrow(WrongLengthError)
})

describe('the bytes of a file', () => {
  const pass = async (chunks: number[], length: number) => {
    const source = Readable.from(chunks.map((bytes) => Buffer.alloc(bytes)))
    const read: number[] = []
    const bytes = new ExactBytes(source, length)
    const error = await finished(bytes.on('data', (chunk) => read.push(chunk.length))).then(
      () => null,
      (failure) => failure,
    )
    await expect.poll(() => source.destroyed).toBe(true)
    return [read, error?.constructor ?? null]
  }

  test.each([
    [[], 0, []],
    [[5, 5], 10, [5, 5]],
  ])('%j as announced (%i) pass', async (chunks, length, passed) => {
    expect(await pass(chunks, length)).toEqual([passed, null])
  })

  test.each([
    [[5, 6], 10, [5]],
    [[10, 1], 10, [10]],
    [[1], 0, []],
    [[5, 4], 10, [5, 4]],
    [[], 10, []],
  ])('%j fail if %i are announced, and no surplus byte passes', async (chunks, length, passed) => {
    expect(await pass(chunks, length)).toEqual([passed, WrongLengthError])
  })

  test('are read no further if the reader leaves', async () => {
    const source = Readable.from([Buffer.alloc(5), Buffer.alloc(5)])
    new ExactBytes(source, 10).destroy()
    await expect.poll(() => source.destroyed).toBe(true)
  })
})

test('removes the partial file of an interrupted copy to another volume', async () => {
  const path = join(folder, 'media', '10', 'a.jpg.part')
  await mkdir(join(folder, 'media', '10'), { recursive: true })
  await writeFile(path, 'half')
  await storages.disk.remove(['10/a.jpg'])
  expect((await keysOf(storages.disk)).filter((key) => key.startsWith('10/'))).toEqual([])
})
