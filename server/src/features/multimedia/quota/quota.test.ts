import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaUsage, StoredVariants } from '@artel/contract/multimedia/multimedia'
import { sql } from 'kysely'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { codeOf, TestClient } from '../../../testing/client.ts'
import { buildLink, mediaOf, photo, upload, video } from '../../../testing/media/media.ts'
import { buildCompany, buildUser, type TestUser } from '../../../testing/rows/build.ts'
import { multipart } from '../../../testing/values/form.ts'
import { deleteUnusedMedia } from '../multimedia.jobs.ts'

const block = 4096
const quota = 250 * block
const share = quota / 2
const test_ = useTestApp({ mediaQuota: quota })
let db: Db
let user: TestUser
let staff: TestClient
let owner: TestClient

const signIn = async (type: 'staff' | 'owner', company = db) =>
  TestClient.signIn(test_.app, await buildUser(test_.root, company, type))

beforeEach(async () => {
  db = await buildCompany(test_.root)
  user = await buildUser(test_.root, db, 'staff')
  staff = await TestClient.signIn(test_.app, user)
  owner = await signIn('owner')
})

const overhead = video(Buffer.alloc(0)).length
const film = (bytes: number) => video(Buffer.alloc(bytes - overhead))
const bring = (bytes: number, client = owner) => upload(client, film(bytes), { type: 'video' })
const usage = async (client = owner) => (await client.get('/company/media')).body.media as MediaUsage
const used = async () => (await usage()).used
const inBlocks = (bytes: number) => Math.ceil(bytes / block) * block
const stored = () =>
  readdir(join(inject('dataDir'), 'media', String(db.companyId))).catch(() => [] as string[])
const beyond = [413, 'quota_exceeded']
const beyondShare = [413, 'share_exceeded']

describe('the media of a company', () => {
  test('are counted in blocks with their smaller copies until they are deleted', async () => {
    expect(await usage()).toEqual({ used: 0, quota, share, people: [] })
    const content = await photo('jpeg', 640, 480)
    const { id } = mediaOf(await upload(staff, content))
    const { size, variants } = await db
      .from('multimedia')
      .select(['size', 'variants'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const copies = Object.values(variants as StoredVariants).reduce(
      (sum, { size }) => sum + inBlocks(size),
      0,
    )
    expect(copies).toBeGreaterThan(0)
    expect(await used()).toBe(inBlocks(size ?? 0) + copies)
    await staff.post('/multimedia', { type: 'link', path: 'tasks', url: 'https://artel.test/' })
    expect(await used()).toBe(inBlocks(size ?? 0) + copies + block)
    await staff.send('DELETE', `/multimedia/${id}`)
    expect(await used()).toBe(block)
  })

  test('may fill the quota to its last block, and not a byte more', async () => {
    const { id } = mediaOf(await bring(quota - 2 * block))
    expect(codeOf(await bring(2 * block + 1))).toEqual(beyond)
    expect((await stored()).length).toBe(1)
    expect((await bring(2 * block)).statusCode).toBe(201)
    expect(codeOf(await bring(overhead + 1))).toEqual(beyond)
    const link = await owner.post('/multimedia', { type: 'link', path: 'tasks', url: 'https://artel.test/' })
    expect(codeOf(link)).toEqual(beyond)
    expect(link.body.errors).toHaveProperty('url')
    // Another company has its own quota.
    const stranger = await signIn('staff', await buildCompany(test_.root))
    expect((await bring(2 * block, stranger)).statusCode).toBe(201)
    await owner.send('DELETE', `/multimedia/${id}`)
    expect((await bring(2 * block + 1)).statusCode).toBe(201)
  })

  test('from concurrent uploads stay within the quota', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => bring(75 * block)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 413, 413])
    expect(await used()).toBe(225 * block)
    expect((await stored()).length).toBe(3)
  })

  test.each(['avatar', 'logo'])('include a photo used as %s', async (field) => {
    await bring(quota - block)
    const { payload, headers } = multipart([
      [field, { name: 'a.jpg', content: await photo('jpeg', 200, 200) }],
    ])
    const path = field === 'logo' ? '/company' : '/user'
    const answer = await owner.send('PUT', path, undefined, { payload, headers })
    expect(codeOf(answer)).toEqual(beyond)
    expect(answer.body.message).toMatch(/место для фото и видео/)
    expect(answer.body.errors).toEqual({ [field]: [expect.stringMatching(/Не поместится/)] })
  })

  test('that are not used are counted until they are deleted', async () => {
    await bring(300_000)
    await db.update('multimedia', { created_at: '2020-01-01T00:00:00.000Z' }).execute()
    await deleteUnusedMedia(test_.root)
    expect(await used()).toBe(0)
  })
})

describe('the media of a staff member', () => {
  test('may fill the share and no more, and the error names the field', async () => {
    expect((await bring(share - block, staff)).statusCode).toBe(201)
    const refused = await bring(block + 1, staff)
    expect(codeOf(refused)).toEqual(beyondShare)
    expect(refused.body.errors).toEqual({ file: [expect.stringMatching(/вашу долю/)] })
    expect((await bring(block, staff)).statusCode).toBe(201)
    const link = await staff.post('/multimedia', { type: 'link', path: 'tasks', url: 'https://artel.test/' })
    expect(codeOf(link)).toEqual(beyondShare)
    expect((await stored()).length).toBe(2)
    // A colleague has their own share. An admin may use the rest.
    expect((await bring(block, await signIn('staff'))).statusCode).toBe(201)
    expect((await bring(share - block)).statusCode).toBe(201)
  })

  test('stay within the share with five concurrent uploads', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => bring(50 * block, staff)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 413, 413, 413])
    expect(await used()).toBe(100 * block)
    expect((await stored()).length).toBe(2)
  })

  test('are listed for admins, largest sum first', async () => {
    await bring(2 * block, staff)
    await bring(3 * block)
    const { people } = await usage()
    expect(people.map((one) => one.used)).toEqual([3 * block, 2 * block])
    expect(people[1]?.user).toEqual({ id: user.id, full_name: expect.any(String), avatar: null })
    expect((await staff.get('/company/media')).statusCode).toBe(403)
  })
})

test('an admin deletes unused media at once, except new ones', async () => {
  await bring(3 * block)
  await bring(2 * block, staff)
  const old = { created_at: '2020-01-01T00:00:00.000Z' }
  const kept = await db.from('multimedia').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  await db.update('multimedia', old).where('id', '>', kept.id).execute()
  const foreign = await buildCompany(test_.root)
  const stranger = await buildUser(test_.root, foreign, 'staff')
  const link = await buildLink(foreign, stranger)
  await foreign.update('multimedia', old).where('id', '=', link).execute()
  expect(codeOf(await staff.send('DELETE', '/company/media/unused'))).toEqual([403, 'forbidden'])
  const { body } = await owner.send('DELETE', '/company/media/unused')
  expect(body).toMatchObject({ deleted: 1, media: { used: 3 * block } })
  expect(await foreign.from('multimedia').select('id').execute()).toHaveLength(1)
  const { body: log } = await owner.post('/listing/audit', { entity: 'multimedia' })
  expect(log.audit).toMatchObject([{ action: 'delete', before: { files: 1 } }])
})

test('many unused media are deleted in several jobs', async () => {
  const rows = Array.from({ length: 501 }, () => ({
    type: 'link' as const,
    path: 'tasks' as const,
    url: 'https://artel.test/',
    name: 'a',
    created_by: user.id,
    created_at: '2020-01-01T00:00:00.000Z',
  }))
  await db.insert('multimedia', rows).execute()
  const waiting = async () =>
    (
      await sql`select from jobs.job where name = 'forget-unheld-media' and state = 'created'`.execute(
        test_.root,
      )
    ).rows.length
  const before = await waiting()
  await deleteUnusedMedia(test_.root)
  expect(await waiting()).toBe(before + 1)
  await deleteUnusedMedia(test_.root)
  expect([await used(), await waiting()]).toEqual([0, before + 1])
})

test('a file whose declared length exceeds the quota is refused before any of it is received', async () => {
  const { payload, headers } = multipart([['type', 'video']])
  const declared = {
    payload: Buffer.from(payload),
    headers: { ...headers, 'content-length': String(quota + 20_000) },
  }
  const answer = await staff.send('POST', '/multimedia', undefined, declared)
  expect(codeOf(answer)).toEqual(beyond)
  expect(await readdir(test_.uploads.folder)).toEqual([])
  // Staff who may not upload a logo get 403 first.
  expect((await staff.send('PUT', '/company', undefined, declared)).statusCode).toBe(403)
})

describe('the sum', () => {
  const insert = (size: number, creator = user) =>
    db
      .insert('multimedia', {
        type: 'video',
        path: 'tasks',
        name: 'a.mp4',
        size,
        sha256: Buffer.alloc(32),
        is_stripped: true,
        file: `${crypto.randomUUID().replaceAll('-', '')}.mp4`,
        created_by: creator.id,
        // Created now, because other tests may delete old unused media at any moment.
        created_at: nowIso(),
      })
      .execute()

  test('cannot be changed directly, but only by media', async () => {
    await insert(7)
    for (const table of ['media_usage', 'person_media_usage'] as const) {
      await expect(db.update(table, { bytes: 1 }).execute()).rejects.toThrow('counted by the media')
      await expect(db.remove(table).execute()).rejects.toThrow('counted by the media')
    }
    const fresh = await buildCompany(test_.root)
    await expect(fresh.insert('media_usage', { bytes: 0 }).execute()).rejects.toThrow('counted by the media')
    expect(await used()).toBe(block)
  })

  test('stays correct, because the size, creator, digest and copies of a file cannot change', async () => {
    await insert(7)
    const other = await buildUser(test_.root, db, 'staff')
    const changes = [
      { size: 1 },
      { created_by: other.id },
      { sha256: Buffer.alloc(32, 1) },
      { variants: { small: { size: 5, sha256: '' } } },
    ]
    for (const change of changes)
      await expect(db.update('multimedia', change).execute()).rejects.toThrow('is not changed')
    await db.update('multimedia', { name: 'b.mp4' }).execute()
    expect(await used()).toBe(block)
  })

  test('is correct after concurrent inserts and deletions, for the company and for each person', async () => {
    const colleague = await buildUser(test_.root, db, 'staff')
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => insert(at * block + 1, at % 2 ? user : colleague)),
    )
    const ids = (await db.from('multimedia').select('id').execute()).map(({ id }) => id)
    await Promise.all([
      ...ids.slice(0, 10).map((id) => db.remove('multimedia').where('id', '=', id).execute()),
      ...Array.from({ length: 10 }, (_, at) => insert(100, at % 2 ? user : colleague)),
    ])
    const sums = await db
      .from('multimedia')
      .select(['created_by', sql<number>`sum(media_bytes(size, variants))::int`.as('bytes')])
      .groupBy('created_by')
      .orderBy('created_by')
      .execute()
    const kept = await db
      .from('person_media_usage')
      .select(['user_id as created_by', 'bytes'])
      .orderBy('user_id')
      .execute()
    expect(kept).toEqual(sums)
    expect(await used()).toBe(sums.reduce((sum, { bytes }) => sum + bytes, 0))
  })
})
