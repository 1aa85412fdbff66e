import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredVariants } from '@artel/contract/multimedia'
import { sql } from 'kysely'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildCompany, buildUser, type TestUser } from '../../testing/build.ts'
import { codeOf, TestClient } from '../../testing/client.ts'
import { multipart } from '../../testing/form.ts'
import { mediaOf, photo, upload, video } from '../../testing/media.ts'
import { forgetUnheldMedia } from './multimedia.jobs.ts'

const quota = 1_000_000
const test_ = useTestApp({ mediaQuota: quota })
let db: Db
let user: TestUser
let staff: TestClient
let owner: TestClient

beforeEach(async () => {
  db = await buildCompany(test_.root)
  user = await buildUser(test_.root, db, 'staff')
  staff = await TestClient.signIn(test_.app, user)
  owner = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'owner'))
})

const overhead = video(Buffer.alloc(0)).length
const film = (bytes: number) => video(Buffer.alloc(bytes - overhead))
const bring = (bytes: number) => upload(staff, film(bytes), { type: 'video' })
const usage = async (client = owner) => (await client.get('/company/media')).body.media
const stored = () =>
  readdir(join(inject('dataDir'), 'media', String(db.companyId))).catch(() => [] as string[])
const beyond = [413, 'quota_exceeded']

describe('the media of a company', () => {
  test('are counted with their smaller copies, and given back with them', async () => {
    expect(await usage()).toEqual({ used: 0, quota })
    const content = await photo('jpeg', 640, 480)
    const { id } = mediaOf(await upload(staff, content))
    const { variants } = await db
      .from('multimedia')
      .select('variants')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const copies = Object.values(variants as StoredVariants).reduce((sum, { size }) => sum + size, 0)
    expect(copies).toBeGreaterThan(0)
    expect(await usage()).toEqual({ used: content.length + copies, quota })
    await staff.post('/multimedia', { type: 'link', path: 'tasks', url: 'https://artel.test/' })
    expect(await usage()).toMatchObject({ used: content.length + copies })
    await staff.send('DELETE', `/multimedia/${id}`)
    expect(await usage()).toEqual({ used: 0, quota })
  })

  test('fill the quota to its last byte, and not a byte more', async () => {
    const { id } = mediaOf(await bring(quota - 5000))
    expect(codeOf(await bring(5001))).toEqual(beyond)
    expect((await stored()).length).toBe(1)
    expect((await bring(5000)).statusCode).toBe(201)
    expect(codeOf(await bring(overhead + 1))).toEqual(beyond)
    // The other companies have theirs.
    const other = await buildCompany(test_.root)
    const stranger = await TestClient.signIn(test_.app, await buildUser(test_.root, other, 'staff'))
    expect((await upload(stranger, film(5000), { type: 'video' })).statusCode).toBe(201)
    await owner.send('DELETE', `/multimedia/${id}`)
    expect((await bring(5001)).statusCode).toBe(201)
  })

  test('of many who bring some at once stay within the quota', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => bring(300_000)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 413, 413])
    expect(await usage()).toEqual({ used: 900_000, quota })
    expect((await stored()).length).toBe(3)
  })

  test.each(['avatar', 'logo'])('count a photo that is an %s', async (field) => {
    await bring(quota - 1000)
    const { payload, headers } = multipart([
      [field, { name: 'a.jpg', content: await photo('jpeg', 200, 200) }],
    ])
    const path = field === 'logo' ? '/company' : '/user'
    const answer = await owner.send('PUT', path, undefined, { payload, headers })
    expect(codeOf(answer)).toEqual(beyond)
    expect(answer.body.message).toMatch(/место для фото и видео/)
  })

  test('that nobody uses are counted until they are deleted', async () => {
    await bring(300_000)
    await db.update('multimedia', { created_at: '2020-01-01T00:00:00.000Z' }).execute()
    await forgetUnheldMedia(test_.root)
    expect(await usage()).toEqual({ used: 0, quota })
  })
})

test('a file that cannot fit is refused by its declared length, before a byte of it comes', async () => {
  const { payload, headers } = multipart([['type', 'video']])
  const answer = await staff.send('POST', '/multimedia', undefined, {
    payload: Buffer.from(payload),
    headers: { ...headers, 'content-length': String(quota + 20_000) },
  })
  expect(codeOf(answer)).toEqual(beyond)
  expect(await readdir(test_.uploads.folder)).toEqual([])
  // Whoever may not bring a logo is told that.
  const refused = await staff.send('PUT', '/company', undefined, {
    payload: Buffer.from(payload),
    headers: { ...headers, 'content-length': String(quota + 20_000) },
  })
  expect(refused.statusCode).toBe(403)
})

describe('the sum', () => {
  const insert = (size: number | null, companies = [db]) =>
    Promise.all(
      companies.map((company) =>
        company
          .insert('multimedia', {
            ...{ type: 'video', path: 'tasks', name: 'a.mp4', size, sha256: Buffer.alloc(32) },
            ...{ file: `${crypto.randomUUID().replaceAll('-', '')}.mp4`, created_by: user.id },
            created_at: '2026-01-01T00:00:00.000Z',
          })
          .execute(),
      ),
    )

  test('moves with the media alone', async () => {
    await insert(7)
    await expect(db.update('media_usage', { bytes: 1 }).execute()).rejects.toThrow('counted by the media')
    await expect(db.remove('media_usage').execute()).rejects.toThrow('counted by the media')
    const fresh = await buildCompany(test_.root)
    await expect(fresh.insert('media_usage', { bytes: 0 }).execute()).rejects.toThrow('counted by the media')
    expect(await usage()).toEqual({ used: 7, quota })
  })

  test('follows a file that cannot become another', async () => {
    await insert(7)
    const changes = [
      { size: 1 },
      { sha256: Buffer.alloc(32, 1) },
      { variants: { small: { size: 5, sha256: '' } } },
    ]
    for (const change of changes)
      await expect(db.update('multimedia', change).execute()).rejects.toThrow('is not changed')
    await db.update('multimedia', { name: 'b.mp4' }).execute()
    expect(await usage()).toEqual({ used: 7, quota })
  })

  test('is right after many have come and gone at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => insert(at + 1)))
    const ids = (await db.from('multimedia').select('id').execute()).map(({ id }) => id)
    await Promise.all([
      ...ids.slice(0, 10).map((id) => db.remove('multimedia').where('id', '=', id).execute()),
      ...Array.from({ length: 10 }, () => insert(100)),
    ])
    const { sum } = await db
      .from('multimedia')
      .select(sql<number>`sum(size)::int`.as('sum'))
      .executeTakeFirstOrThrow()
    expect(await usage()).toEqual({ used: sum, quota })
  })
})
