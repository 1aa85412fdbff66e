import { randomBytes } from 'node:crypto'
import { chown, mkdir, mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import type { PhotoVariant } from '@artel/contract/multimedia/multimedia.kinds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Simulator, startS3 } from '../testing/media/s3-simulator.ts'
import { openDisk } from './disk.ts'
import { ExactBytes } from './exact-bytes.ts'
import { keyOf } from './keys.ts'
import { openS3 } from './s3.ts'
import { StorageUnavailableError, WrongLengthError } from './storage.errors.ts'
import { openStorage, type Storage } from './storage.ts'

const name = `${'a'.repeat(32)}.jpg`
/** Keys that Artel never makes. */
const foreignKeys = [
  'index.html',
  '1',
  '.',
  '1/..',
  '../1',
  `../1/${name}`,
  name,
  `0/${name}`,
  `01/${name}`,
  `-1/${name}`,
  `1e3/${name}`,
  `${'9'.repeat(16)}/${name}`,
  `lost+found/${name}`,
  `crew/1/${name}`,
  `1/1/${name}`,
  `1//${name}`,
  `/1/${name}`,
  `1/x/${name}`,
  `1/huge_${name}`,
  `1/small_small_${name}`,
  `1/SMALL_${name}`,
  `1/A${name.slice(1)}`,
  `1/a${name}`,
  `1/${name.slice(1)}`,
  `1/${name}\n`,
  `1/${name}.bak`,
  `1/${name}.part.part`,
  `1/${'a'.repeat(32)}`,
  `1/${'a'.repeat(32)}.j`,
  `1/${'a'.repeat(32)}.jpegs`,
  `1\\${name}`,
  'logs/2024-01-01.log',
  'x'.repeat(200),
]

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

/** A key of a file that Artel may have stored. */
const key = (companyId: number, letter: string, variant?: PhotoVariant) =>
  keyOf(companyId, `${letter.repeat(32)}.jpg`, variant)

const keysOf = async (storage: Storage) => {
  const keys: string[] = []
  for await (const key of storage.list()) keys.push(key)
  return keys.sort()
}

describe.each(['disk', 's3'] as const)('%s', (kind) => {
  test('returns a stored file whole and in parts, and removes the local file', async () => {
    const content = randomBytes(300_000)
    const path = await file(content)
    const small = key(7, 'a', 'small')
    await storages[kind].put(small, path)
    await expect(readFile(path)).rejects.toThrow('ENOENT')
    const opened = await storages[kind].open(small)
    expect(opened?.size).toBe(300_000)
    await opened?.close()
    expect((await readAll(storages[kind], small))?.equals(content)).toBe(true)
    const part = await readAll(storages[kind], small, { from: 10, to: 19 })
    expect(part?.equals(content.subarray(10, 20))).toBe(true)
  })

  test('lists all files, and removes files, also a second time', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => key(8, String(index)))
    for (const one of keys) await storages[kind].put(one, await file(Buffer.from(one)))
    expect(await keysOf(storages[kind])).toEqual(expect.arrayContaining(keys))
    await storages[kind].remove(keys)
    await storages[kind].remove(keys)
    expect((await keysOf(storages[kind])).filter((one) => one.startsWith('8/'))).toEqual([])
    expect(await storages[kind].open(keys[0] ?? '')).toBeNull()
  })

  test('keeps an empty file', async () => {
    await storages[kind].put(key(9, 'e'), await file(Buffer.alloc(0)))
    expect((await readAll(storages[kind], key(9, 'e')))?.length).toBe(0)
  })

  test.each(['', '7', 'nowhere/x', `${key(7, 'a', 'small')}/x`, 'x'.repeat(300)])(
    'finds no file «%s»',
    async (missing) => {
      expect(await storages[kind].open(missing)).toBeNull()
    },
  )

  test.each(foreignKeys)('neither stores nor removes «%s», which is no key of Artel', async (foreign) => {
    const path = await file(Buffer.from('kept'))
    await expect(storages[kind].put(foreign, path)).rejects.toThrow('is no key')
    expect(await readFile(path, 'utf8')).toBe('kept')
    const own = key(11, 'a')
    await storages[kind].put(own, path)
    await expect(storages[kind].remove([own, foreign])).rejects.toThrow('is no key')
    expect(await keysOf(storages[kind])).toContain(own)
  })
})

test('on disk a folder or a broken link is not a file', async () => {
  const disk = openDisk(join(folder, 'odd'))
  await mkdir(join(folder, 'odd', key(1, 'a')), { recursive: true })
  await symlink('b.jpg', join(folder, 'odd', key(1, 'b')))
  expect([await disk.open(key(1, 'a')), await disk.open(key(1, 'b'))]).toEqual([null, null])
  expect(await keysOf(disk)).toEqual([])
})

test('on disk only files of Artel are listed', async () => {
  const home = join(folder, 'shared')
  const own = [key(1, 'b'), key(1, 'b', 'large'), `${key(12, 'b')}.part`]
  const foreign = foreignKeys.filter((one) => normalize(one) === one && !/^[./1]*$|^[./]/.test(one))
  expect(foreign.length).toBeGreaterThan(15)
  for (const path of [...own, ...foreign].map((one) => join(home, one))) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'x')
  }
  expect(await keysOf(openDisk(home))).toEqual(own.sort())
})

test('on disk a file that cannot be removed does not keep the others', async () => {
  const home = join(folder, 'stuck')
  const disk = openDisk(home)
  await mkdir(join(home, key(1, 'a')), { recursive: true })
  await disk.put(key(1, 'b'), await file(Buffer.from('b')))
  await expect(disk.remove([key(1, 'a'), key(1, 'b')])).rejects.toThrow(key(1, 'a'))
  expect(await disk.open(key(1, 'b'))).toBeNull()
})

describe('S3', () => {
  test('uses only keys with its prefix', async () => {
    s3.objects.set(`others/${key(1, 'x')}`, Buffer.from('x'))
    await storages.s3.put(key(1, 'y'), await file(Buffer.from('y')))
    expect(s3.objects.get(`crew/${key(1, 'y')}`)?.toString()).toBe('y')
    expect(await keysOf(storages.s3)).not.toContain(key(1, 'x'))
  })

  test.each(['', 'crew/'])('with the prefix «%s» lists no objects of others', async (prefix) => {
    const shared = await startS3()
    const own = [key(1, 'a'), key(1, 'a', 'medium'), key(77, 'b')]
    const nested = own.map((name) => `1/${name}`)
    for (const name of [...own, ...nested, ...foreignKeys]) {
      shared.objects.set(`${prefix}${name}`, Buffer.from('x'))
    }
    expect(await keysOf(openS3({ ...shared.place, prefix }))).toEqual(own.sort())
    await shared.close()
  })

  test.each(['repeating', 'ending early'] as const)(
    'whose list is %s is unavailable, because nobody knows which files there are',
    async (mood) => {
      const endless = await startS3()
      for (const letter of 'abcdefg') endless.objects.set(`crew/${key(1, letter)}`, Buffer.from('x'))
      endless.mood = mood
      await expect(keysOf(openS3(endless.place))).rejects.toThrow(StorageUnavailableError)
      expect(endless.requests.length).toBeLessThan(10)
      await endless.close()
    },
  )

  test('removes the other files after one that it does not remove', async () => {
    const stuck = await startS3()
    const keys = Array.from({ length: 1500 }, (_, index) => keyOf(index + 1, `${'k'.repeat(32)}.jpg`))
    for (const one of keys) stuck.objects.set(`crew/${one}`, Buffer.from('x'))
    const locked = `crew/${keys[1]}`
    stuck.locked.add(locked)
    await expect(openS3(stuck.place).remove(keys)).rejects.toThrow(`${locked} was not deleted`)
    expect([...stuck.objects.keys()]).toEqual([locked])
    await stuck.close()
  })

  test.each(['broken', 'refusing', 'failing', 'elsewhere'] as const)(
    'that is %s is unavailable',
    async (mood) => {
      const path = await file(Buffer.from('kept'))
      s3.mood = mood
      try {
        await expect(storages.s3.put(key(1, 'z'), path)).rejects.toThrow(StorageUnavailableError)
        await expect(storages.s3.open(key(1, 'y'))).rejects.toThrow(StorageUnavailableError)
        await expect(storages.s3.remove([key(1, 'y')])).rejects.toThrow(StorageUnavailableError)
        await expect(keysOf(storages.s3)).rejects.toThrow(StorageUnavailableError)
      } finally {
        s3.mood = 'well'
      }
      expect(await readFile(path, 'utf8')).toBe('kept')
      expect(s3.objects.has(`crew/${key(1, 'z')}`)).toBe(false)
    },
  )

  test('whose bucket does not exist is unavailable, also where a missing object would be null', async () => {
    await storages.s3.put(key(1, 'm'), await file(Buffer.from('kept')))
    const mistaken = openS3({ ...s3.place, bucket: 'artel-medai' })
    await expect(mistaken.open(key(1, 'm'))).rejects.toThrow(StorageUnavailableError)
    expect(await storages.s3.open(key(1, 'missing'))).toBeNull()
  })

  test.each(['short', 'whole', 'shifted'] as const)(
    'that answers a range with %s bytes is refused',
    async (mood) => {
      const [part, content] = [key(1, 'p'), randomBytes(500_000)]
      await storages.s3.put(part, await file(content))
      s3.mood = mood
      try {
        const range = { from: 10, to: 19 }
        await expect(readAll(storages.s3, part, range)).rejects.toThrow(WrongLengthError)
        const whole = readAll(storages.s3, part)
        if (mood === 'short') await expect(whole).rejects.toThrow(WrongLengthError)
        else expect((await whole)?.equals(content)).toBe(true)
      } finally {
        s3.mood = 'well'
      }
      expect((await readAll(storages.s3, part))?.equals(content)).toBe(true)
    },
  )

  test('that closes the connection within a file fails the read', async () => {
    const half = key(1, 'h')
    await storages.s3.put(half, await file(randomBytes(100_000)))
    s3.mood = 'halving'
    await expect(readAll(storages.s3, half).finally(() => (s3.mood = 'well'))).rejects.toThrow()
  })

  test('that does not respond is unavailable after a timeout', async () => {
    const opened = await storages.s3.open(key(1, 'y'))
    s3.mood = 'silent'
    const begun = Date.now()
    const requests = [storages.s3.open(key(1, 'y')), opened?.read(), keysOf(storages.s3)]
    for (const { reason } of (await Promise.allSettled(requests)) as PromiseRejectedResult[])
      expect(reason).toBeInstanceOf(StorageUnavailableError) // undefined if a request has succeeded
    s3.mood = 'well'
    expect(Date.now() - begun).toBeLessThan(8000)
  }, 10_000)

  test('that takes nothing of an upload, or does not confirm it, is unavailable after a timeout', async () => {
    const deaf = createServer(() => {}).on('checkContinue', (_, response) => response.writeContinue())
    await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
    const { port } = deaf.address() as AddressInfo // an AddressInfo, because the server listens on a port
    const storage = openS3({ ...s3.place, endpoint: `http://127.0.0.1:${port}` })
    const begun = Date.now()
    const put = async (letter: string, bytes: number) => {
      const path = await file(randomBytes(bytes))
      await expect(storage.put(key(1, letter), path)).rejects.toThrow(StorageUnavailableError)
      expect((await readFile(path)).length).toBe(bytes)
      return Date.now() - begun
    }
    const [small, large] = await Promise.all([put('s', 1000), put('l', 30_000_000)])
    deaf.closeAllConnections()
    deaf.close()
    expect(small).toBeLessThan(15_000)
    expect(large).toBeLessThan(35_000)
  })

  test('may pause within a file', async () => {
    const pausing = await startS3()
    pausing.objects.set(`crew/${key(1, 'a')}`, randomBytes(100_000))
    pausing.mood = 'pausing'
    expect((await readAll(openS3(pausing.place), key(1, 'a')))?.length).toBe(100_000)
    await pausing.close()
  })

  test('without a listening server is unavailable', async () => {
    const nowhere = await openStorage({
      dataDir: folder,
      s3: { ...s3.place, endpoint: 'http://127.0.0.1:1' },
    })
    await expect(nowhere.open(key(1, 'y'))).rejects.toThrow(StorageUnavailableError)
  })

  test('gets no request that contains the secret', async () => {
    await storages.s3.open(key(1, 'y'))
    expect(JSON.stringify(s3.requests)).not.toContain(s3.place.secretAccessKey)
  })
})

test.each([
  ['cut', 100],
  ['emptied', 0],
])('a file on disk that is %s after it was opened fails the read', async (_, length) => {
  const cut = key(11, 'c')
  await storages.disk.put(cut, await file(randomBytes(300_000)))
  const opened = await storages.disk.open(cut)
  await truncate(join(folder, 'media', cut), length)
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
  const path = join(folder, 'media', `${key(10, 'a')}.part`)
  await mkdir(join(folder, 'media', '10'), { recursive: true })
  await writeFile(path, 'half')
  await storages.disk.remove([key(10, 'a')])
  expect((await keysOf(storages.disk)).filter((one) => one.startsWith('10/'))).toEqual([])
})

test.runIf(process.getuid?.() === 0)(
  'a folder of another account keeps it as the owner of all files',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'artel-owner-'))
    const [uid, gid] = [65_534, 65_533]
    await chown(dataDir, uid, gid)
    const media = join(dataDir, 'media')
    const disk = openDisk(media)
    const received = async (place: string) => {
      const path = join(place, randomBytes(8).toString('hex'))
      await writeFile(path, 'content', { mode: 0o600 })
      return path
    }
    const [stored, staged] = [keyOf(1, name), keyOf(2, name)]
    await disk.put(stored, await received(folder))
    // From another volume it is copied.
    await disk.stage(staged, await received(process.platform === 'linux' ? '/dev/shm' : folder))
    await disk.finish(staged)
    for (const path of [media, join(media, '1'), join(media, stored), join(media, '2'), join(media, staged)])
      expect(await stat(path)).toMatchObject({ uid, gid })
    await rm(dataDir, { recursive: true })
  },
)
