import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { ownKeys } from '@artel/contract/shapes/records'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { moveClock, nowIso } from '../../../clock.ts'
import type { Announcement } from '../../../database/announcement.ts'
import { keyOf } from '../../../storage/keys.ts'
import { openS3 } from '../../../storage/s3.ts'
import { StorageUnavailableError } from '../../../storage/storage.errors.ts'
import type { Storage } from '../../../storage/storage.ts'
import { useTestApp } from '../../../testing/app.ts'
import { sha256 } from '../../../testing/media/media.ts'
import { attachMedia, type MediaOwner, mediaOwners } from '../../../testing/media/media-owners.ts'
import { type S3Simulator, startS3 } from '../../../testing/media/s3-simulator.ts'
import { findWritten, takenPhoto } from '../../../testing/media/taken-photo.ts'
import { buildTeam, type Team } from '../../../testing/rows/team.ts'
import { shownBy } from './renames.ts'
import { stripStored } from './stored.ts'

let s3: S3Simulator
let bucket: Storage
const test_ = useTestApp({}, async () => {
  s3 = await startS3()
  bucket = openS3(s3.place)
  return bucket
})
let team: Team
let published: Announcement[]

beforeEach(async () => {
  team = await buildTeam(test_)
  published = []
})
afterEach(() => moveClock(0))
afterAll(() => s3.close())

/** Stores a photo like an earlier version, without smaller copies. */
async function bringOld(): Promise<{ id: number; file: string }> {
  const { db, people } = team
  const content = await takenPhoto('jpeg')
  const file = `${randomBytes(16).toString('hex')}.jpg`
  const path = test_.uploads.newPath()
  await writeFile(path, content)
  await bucket.put(keyOf(db.companyId, file), path)
  const row = {
    type: 'photo',
    path: 'tasks',
    name: 'a.jpg',
    file,
    size: content.length,
    sha256: Buffer.from(sha256(content), 'hex'),
    created_by: people.staff.id,
    created_at: nowIso(),
  } as const
  const { id } = await db.insert('multimedia', row).returning('id').executeTakeFirstOrThrow()
  return { id, file }
}

const strip = (storage = bucket) =>
  stripStored(
    test_.root,
    team.db.companyId,
    { storage, uploads: test_.uploads },
    new AbortController().signal,
    (announcements) => published.push(...announcements),
  )

const rows = () => team.db.from('multimedia').select(['id', 'file', 'is_stripped']).orderBy('id').execute()

describe('files of an earlier version in a bucket', () => {
  test.each([
    ['that does not exist', () => openS3({ ...s3.place, bucket: 'artel-medai' })],
    [
      'that another server pretends to have',
      () => {
        s3.mood = 'elsewhere'
        return bucket
      },
    ],
  ])('%s make the job fail, and wait', async (_, mistaken) => {
    const before = [await bringOld(), await bringOld()]
    await expect(strip(mistaken())).rejects.toThrow(StorageUnavailableError)
    s3.mood = 'well'
    expect(await rows()).toEqual(before.map((one) => ({ ...one, is_stripped: null })))
    expect(await strip()).toBe(false)
    expect((await rows()).map(({ is_stripped }) => is_stripped)).toEqual([true, true])
  })

  test('that is another one wait for a day, are not asked for until then, and are stripped afterwards', async () => {
    const before = [await bringOld(), await bringOld()]
    const mistaken = openS3({ ...s3.place, prefix: 'crwe/' })
    expect(await strip(mistaken)).toBe(false)
    expect(await rows()).toEqual(before.map((one) => ({ ...one, is_stripped: null })))
    const { length } = s3.requests
    moveClock(23.9 * 3_600_000)
    expect(await strip(mistaken)).toBe(false)
    expect(s3.requests.length).toBe(length)
    moveClock(24.1 * 3_600_000)
    expect(await strip()).toBe(false)
    const after = await rows()
    expect(after.map(({ is_stripped }) => is_stripped)).toEqual([true, true])
    for (const { file } of after) {
      const content = s3.objects.get(`crew/${keyOf(team.db.companyId, file ?? '')}`) ?? Buffer.alloc(0)
      expect([content.length > 0, findWritten(content)]).toEqual([true, []])
    }
  })

  test('that answers with other bytes wait as well', async () => {
    const { file } = await bringOld()
    s3.objects.set(`crew/${keyOf(team.db.companyId, file)}`, Buffer.from('a page'))
    expect(await strip()).toBe(false)
    expect(await rows()).toMatchObject([{ file, is_stripped: null }])
  })
})

describe('a file that gets another name', () => {
  test('makes pages that show it read again, and announces what shows several once', async () => {
    for (const table of ['users', 'companies', 'task_multimedia', 'task_multimedia'] as const)
      await attachMedia(table, team, await bringOld())
    await bringOld()
    await strip()
    expect((await rows()).map(({ is_stripped }) => is_stripped)).toEqual(Array(5).fill(true))
    const told = published.map(({ companyId, event, audience }) => [companyId, event.entity, audience])
    const of = (entity: string) => [team.db.companyId, entity, 'everyone']
    expect(told.sort()).toEqual([of('company'), of('task'), of('user')])
  })

  test('is announced also if a later file fails', async () => {
    await attachMedia('product_multimedia', team, await bringOld())
    const bad = await bringOld()
    const failing: Storage = {
      ...bucket,
      open: (key) => (key.endsWith(bad.file) ? Promise.reject(new Error('EIO')) : bucket.open(key)),
    }
    await expect(strip(failing)).rejects.toThrow('EIO')
    expect(published.map(({ event }) => event.entity)).toEqual(['product'])
  })

  test('is not announced if nothing shows it', async () => {
    await attachMedia('example_rows', team, await bringOld())
    await strip()
    expect(published).toEqual([])
  })

  test('is announced for each table that uses media', async () => {
    const { rows: found } = await sql<{ table: MediaOwner }>`select conrelid::regclass::text as table
      from pg_constraint where contype = 'f' and confrelid = 'multimedia'::regclass`.execute(test_.root)
    const tables = found.map(({ table }) => table).sort()
    expect([...mediaOwners].sort()).toEqual(tables)
    expect([...ownKeys(shownBy), 'example_rows'].sort()).toEqual(tables)
  })
})
