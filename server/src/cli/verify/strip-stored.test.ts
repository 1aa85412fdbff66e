import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Db, Draft } from '../../database/db.ts'
import { spawnScript } from '../../database/embedded/testing.ts'
import { multimediaJobs } from '../../features/multimedia/multimedia.jobs.ts'
import { stripStored } from '../../features/multimedia/strip/stored.ts'
import { openUploads, type Uploads } from '../../files/uploads.ts'
import { queueJob } from '../../jobs/jobs.ts'
import { openQueues } from '../../jobs/open.ts'
import { claimJob, runJob } from '../../jobs/run-job.ts'
import { openDisk } from '../../storage/disk.ts'
import { StorageUnavailableError, WrongLengthError } from '../../storage/storage.errors.ts'
import type { Storage } from '../../storage/storage.ts'
import { openWithCompany } from '../../testing/installation.ts'
import { findWritten, takenFormats, takenPhoto } from '../../testing/media/taken-photo.ts'
import { findWhere, takenVideo, takenWebm } from '../../testing/media/taken-video.ts'
import { buildCompany, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { command, type Installation } from '../testing.ts'

let installation: Installation
let db: Db
let user: TestUser
let storage: Storage
let uploads: Uploads

beforeAll(async () => {
  ;({ installation } = await openWithCompany())
  storage = openDisk(join(installation.dataDir, 'media'))
  uploads = await openUploads(installation.dataDir)
  await openQueues(installation.root, multimediaJobs({ storage, uploads }))
})
beforeEach(async () => {
  db = await buildCompany(installation.root)
  user = await buildUser(installation.root, db, 'staff')
})

afterEach(async () => {
  await db.update('users', { avatar: null }).execute()
  await sql`update companies set logo = null where id = ${db.companyId}`.execute(installation.root)
  await db.remove('multimedia').execute()
  await rm(folder(), { recursive: true, force: true })
})

const digest = (content: Buffer) => createHash('sha256').update(content).digest()
const endings = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  gif: 'gif',
  mp4: 'mp4',
  webm: 'webm',
} as const

async function put(key: string, content: Buffer): Promise<void> {
  const path = uploads.newPath()
  await writeFile(path, content)
  await storage.put(key, path)
}

async function take(format: keyof typeof endings): Promise<Buffer> {
  if (format === 'mp4') return takenVideo('isom')
  return format === 'webm' ? takenWebm() : takenPhoto(format)
}

/** Stores a file like an earlier version, with one smaller copy. @returns its row */
async function bringOld(
  format: keyof typeof endings = 'jpeg',
  fields: Partial<Draft<'multimedia'>> = {},
  content?: Buffer,
) {
  const bytes = content ?? (await take(format))
  const file = `${randomBytes(16).toString('hex')}.${endings[format]}`
  const copy = Buffer.from('a smaller copy')
  await put(`${db.companyId}/${file}`, bytes)
  const isPhoto = format !== 'mp4' && format !== 'webm'
  if (isPhoto) await put(`${db.companyId}/small_${file}`, copy)
  const variants = isPhoto ? { small: { size: copy.length, sha256: digest(copy).toString('hex') } } : {}
  const row = {
    type: isPhoto ? 'photo' : 'video',
    path: 'tasks',
    name: 'a',
    file,
    size: bytes.length,
  } as const
  const { id } = await db
    .insert('multimedia', {
      ...row,
      variants,
      sha256: digest(bytes),
      created_by: user.id,
      created_at: nowIso(),
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, file, bytes }
}

/** Runs all of these jobs, even those scheduled for later. */
async function work(...names: string[]): Promise<void> {
  const handlers = multimediaJobs({ storage, uploads }).filter(({ kind }) => names.includes(kind.name))
  const boss = await openQueues(installation.root, handlers)
  await sql`update jobs.job set start_after = now() - interval '1 s' where state < 'active'`.execute(
    installation.root,
  )
  for (const handler of handlers) {
    if (handler.everySeconds) await queueJob(installation.root, handler.kind, {})
    for (let job = await claimJob(installation.root, handler.kind.name); job; ) {
      await runJob(boss, installation.root, handler, job, new AbortController().signal, () => {})
      job = await claimJob(installation.root, handler.kind.name)
    }
  }
}
const strip = () => work('strip-all-stored-media', 'strip-stored-media')
const settle = () => work('remove-media-files', 'settle-upload')

const rows = () =>
  db
    .from('multimedia')
    .select(['id', 'file', 'size', 'sha256', 'variants', 'is_stripped', 'width'])
    .orderBy('id')
    .execute()
const folder = () => join(installation.dataDir, 'media', String(db.companyId))
const read = (name: string | null) => readFile(join(folder(), name ?? ''))

/** Expects that `verify` finds no fault, and that the storage has exactly the files of the rows. */
async function expectWhole(): Promise<void> {
  const { code, text } = await command(installation.env, 'verify')
  expect([code, text.split('\n').filter((line) => line.startsWith('WRONG'))]).toEqual([0, []])
}

async function expectOnlyRows(): Promise<void> {
  const named = (await rows()).flatMap(({ file, variants }) => [
    file,
    ...Object.keys(variants).map((variant) => `${variant}_${file}`),
  ])
  expect((await readdir(folder())).sort()).toEqual(named.sort())
}

describe('stored files of an earlier version', () => {
  test.each(takenFormats)('in %s lose their camera metadata and keep their pixels', async (format) => {
    const { file, bytes } = await bringOld(format, { width: 48, height: 32 })
    await strip()
    const [row] = await rows()
    const after = await read(row?.file ?? '')
    expect([row?.is_stripped, row?.size, row?.sha256?.equals(digest(after))]).toEqual([
      true,
      after.length,
      true,
    ])
    expect([findWritten(bytes).length > 0, findWritten(after)]).toEqual([true, []])
    const pixels = (content: Buffer) => sharp(content).raw().toBuffer()
    expect((await pixels(after)).equals(await pixels(bytes))).toBe(true)
    // An old name never gets other content, because browsers and proxies cache it.
    expect(row?.file).not.toBe(file)
    expect(Object.keys(row?.variants ?? {}).sort()).toEqual(['large', 'medium', 'small'])
    await expectWhole()
    await settle()
    await expectOnlyRows()
    await expectWhole()
  })

  test.each(['mp4', 'webm'] as const)('lose the location if they are videos in %s', async (format) => {
    const { bytes } = await bringOld(format)
    await strip()
    await settle()
    const [row] = await rows()
    const after = await read(row?.file ?? '')
    expect([findWhere(bytes).length > 0, findWhere(after), row?.is_stripped]).toEqual([true, [], true])
    await expectOnlyRows()
    await expectWhole()
  })

  test('remain the profile photo or the logo', async () => {
    const face = await bringOld('jpeg', { path: 'avatars' })
    const logo = await bringOld('png', { path: 'logos' })
    await db.update('users', { avatar: face.file }).where('id', '=', user.id).execute()
    const { root } = installation
    await root.updateTable('companies').set({ logo: logo.file }).where('id', '=', db.companyId).execute()
    await strip()
    const [one, other] = await rows()
    const { avatar } = await db
      .from('users')
      .select('avatar')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    const company = root.selectFrom('companies').select('logo').where('id', '=', db.companyId)
    expect([avatar, (await company.executeTakeFirstOrThrow()).logo]).toEqual([one?.file, other?.file])
    expect([avatar === face.file, other?.file === logo.file]).toEqual([false, false])
    await settle()
    await expectOnlyRows()
    await expectWhole()
  })

  test('keep their names if there is no metadata to remove', async () => {
    const bare = await sharp({ create: { width: 3, height: 3, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { file } = await bringOld('png', {}, bare)
    await strip()
    expect(await rows()).toMatchObject([{ file, is_stripped: true }])
    await settle()
    await expectOnlyRows()
  })

  test('stay unchanged if missing, damaged or unreadable, and do not block others; only unreadable ones are done', async () => {
    const missing = await bringOld()
    const harmed = await bringOld()
    const unreadable = await bringOld('jpeg', {}, Buffer.from('no photo at all'))
    const good = await bringOld()
    await storage.remove([`${db.companyId}/${missing.file}`])
    await put(`${db.companyId}/${harmed.file}`, Buffer.alloc(harmed.bytes.length))
    await strip()
    expect((await rows()).map(({ id, is_stripped }) => [id, is_stripped])).toEqual([
      [missing.id, null],
      [harmed.id, null],
      [unreadable.id, false],
      [good.id, true],
    ])
    expect(await readdir(uploads.folder)).toEqual([])
  })

  test('wait if the storage is unavailable, and a failing file does not block others', async () => {
    const [bad, good] = [await bringOld(), await bringOld()]
    const run = (open: Storage['open']) =>
      stripStored(
        installation.root,
        db.companyId,
        { storage: { ...storage, open }, uploads },
        new AbortController().signal,
        () => {},
      )
    const away = run(() => Promise.reject(new StorageUnavailableError('away')))
    await expect(away).rejects.toThrow('away')
    expect((await rows()).map(({ is_stripped }) => is_stripped)).toEqual([null, null])
    for (const error of [new WrongLengthError('short'), new Error('EIO')]) {
      const failing = run((key) => (key.endsWith(bad.file) ? Promise.reject(error) : storage.open(key)))
      await expect(failing).rejects.toThrow(error.message)
      expect((await rows()).map(({ id, is_stripped }) => [id, is_stripped])).toEqual([
        [bad.id, null],
        [good.id, true],
      ])
    }
    await strip()
    expect((await rows()).map(({ is_stripped }) => is_stripped)).toEqual([true, true])
    await settle()
  })

  test('leave no copies behind if they are deleted meanwhile', async () => {
    const { id } = await bringOld()
    const deleting: Storage = {
      ...storage,
      put: async (key, path) => {
        await storage.put(key, path)
        await db.remove('multimedia').where('id', '=', id).execute()
      },
    }
    await stripStored(
      installation.root,
      db.companyId,
      { storage: deleting, uploads },
      new AbortController().signal,
      () => {},
    )
    await work('settle-upload')
    // The code that deletes the row also removes its own files.
    expect((await readdir(folder())).filter((name) => /(medium|large)_/.test(name))).toEqual([])
  })
})

test('a file keeps its content if the job settles the new file before its row names it', async () => {
  const { file, bytes } = await bringOld()
  const slow: Storage = {
    ...storage,
    put: async (key, path) => {
      await storage.put(key, path)
      // The file itself is stored last.
      if (!key.includes('_')) await work('settle-upload')
    },
  }
  const stripping = stripStored(
    installation.root,
    db.companyId,
    { storage: slow, uploads },
    new AbortController().signal,
    () => {},
  )
  await expect(stripping).rejects.toThrow(StorageUnavailableError)
  await settle()
  expect(await rows()).toMatchObject([{ file, is_stripped: null }])
  expect((await read(file)).equals(bytes)).toBe(true)
  await strip()
  await settle()
  expect(await rows()).toMatchObject([{ is_stripped: true }])
  await expectOnlyRows()
  await expectWhole()
})

describe('a process that is killed while it strips files', () => {
  // A photo has four files. Its copies are stored before the photo itself.
  test.each([1, 3, 4, 5, 8])(
    'after %i files leaves all rows with their files, and the next process finishes',
    async (files) => {
      const old = [await bringOld('jpeg'), await bringOld('webp')]
      await stripAndDie(files)
      await expectWhole()
      await strip()
      const done = await rows()
      expect(done.map(({ is_stripped }) => is_stripped)).toEqual([true, true])
      for (const { file } of done) expect(findWritten(await read(file))).toEqual([])
      expect(done.some(({ file }) => old.some((one) => one.file === file))).toBe(false)
      await expectWhole()
      await settle()
      await expectOnlyRows()
      await expectWhole()
    },
  )

  /** Runs the job in a child process, which exits as soon as it has stored `files` files. */
  async function stripAndDie(files: number): Promise<void> {
    const child = spawnScript(`
      const { openPool, openRoot } = await import('./src/database/connection/open.ts')
      const { openDisk } = await import('./src/storage/disk.ts')
      const { openUploads } = await import('./src/files/uploads.ts')
      const { stripStored } = await import('./src/features/multimedia/strip/stored.ts')
      const root = openRoot(openPool(${JSON.stringify(installation.connection)}, () => {}, 10_000))
      const disk = openDisk(${JSON.stringify(join(installation.dataDir, 'media'))})
      let count = 0
      const put = async (key, path) => {
        await disk.put(key, path)
        if (++count === ${files}) process.kill(process.pid, 'SIGKILL')
      }
      const uploads = await openUploads(${JSON.stringify(installation.dataDir)})
      await stripStored(root, ${db.companyId}, { storage: { ...disk, put }, uploads }, new AbortController().signal, () => {})`)
    const [, signal] = await once(child, 'exit')
    expect(signal).toBe('SIGKILL')
  }
})

describe('the row of a file', () => {
  const change = (set: RawBuilder<unknown>) =>
    sql`update multimedia set ${set} where company_id = ${db.companyId}`.execute(installation.root)

  test('accepts another file only once and only as stripped', async () => {
    await bringOld()
    await expect(change(sql`size = 5`)).rejects.toThrow('not changed')
    await expect(change(sql`size = 5, is_stripped = false`)).rejects.toThrow('not changed')
    await expect(change(sql`size = 5, is_stripped = true, created_by = created_by + 1`)).rejects.toThrow(
      'not changed',
    )
    await change(sql`size = 5, is_stripped = true`)
    for (const next of [
      sql`size = 6`,
      sql`is_stripped = null`,
      sql`is_stripped = false`,
      sql`size = 6, is_stripped = true`,
    ])
      await expect(change(next)).rejects.toThrow('not changed')
  })

  test('updates the used storage of the company and the person', async () => {
    const { bytes } = await bringOld(
      'jpeg',
      {},
      Buffer.concat([await takenPhoto('jpeg'), Buffer.alloc(100_000)]),
    )
    const sums = async () => {
      const company = await db.from('media_usage').select('bytes').executeTakeFirstOrThrow()
      const person = await db.from('person_media_usage').select('bytes').executeTakeFirstOrThrow()
      return [company.bytes, person.bytes]
    }
    const [before = 0] = await sums()
    expect(before).toBeGreaterThan(bytes.length)
    await strip()
    const [after = 0, ofPerson] = await sums()
    expect([after < before - 80_000, ofPerson]).toEqual([true, after])
    await settle()
    await expectWhole()
  })
})
