import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaUsage } from '@artel/contract/multimedia/multimedia'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { TestClient } from '../../../testing/client.ts'
import { mediaOf, photo, video } from '../../../testing/media/media.ts'
import { buildCompany, buildUser } from '../../../testing/rows/build.ts'
import { type FormPart, multipart } from '../../../testing/values/form.ts'
import { deleteUnusedMedia } from '../multimedia.jobs.ts'

const block = 4096
const quota = 100 * block
const test_ = useTestApp({ mediaQuota: quota })
let db: Db
let admin: TestClient
let other: TestClient

beforeEach(async () => {
  db = await buildCompany(test_.root)
  admin = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
  other = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
})

const send = (client: TestClient, key: string, content: Buffer, fields: Record<string, string> = {}) => {
  const all = { type: 'photo', path: 'tasks', ...fields }
  const parts: FormPart[] = [...Object.entries(all), ['file', { name: 'IMG_0001.jpg', content }]]
  const { payload, headers } = multipart(parts)
  return client.send('POST', '/multimedia', undefined, {
    payload,
    headers: { ...headers, 'idempotency-key': key },
  })
}
const used = async () => ((await admin.get('/company/media')).body.media as MediaUsage).used
const count = async () => (await db.from('multimedia').select('id').execute()).length
const stored = () =>
  readdir(join(inject('dataDir'), 'media', String(db.companyId))).catch(() => [] as string[])

describe('an upload with a key', () => {
  test('that is repeated adds no row, no file and no bytes', async () => {
    const content = await photo('jpeg', 64, 48)
    const first = await send(admin, 'one', content)
    expect(first.statusCode).toBe(201)
    const before = [await used(), await stored()]
    const again = await send(admin, 'one', content)
    expect([again.statusCode, mediaOf(again)]).toEqual([201, mediaOf(first)])
    expect([await used(), await stored()]).toEqual(before)
    expect(await count()).toBe(1)
  })

  test('that arrives several times at once adds one row with its files', async () => {
    const content = await photo('jpeg', 64, 48)
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(admin, 'one', content)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map((answer) => mediaOf(answer).id)).size).toBe(1)
    expect(await count()).toBe(1)
    const { file = '' } = mediaOf(answers[0]!)
    expect((await stored()).filter((name) => !name.endsWith(file ?? ''))).toEqual([])
  })

  test('is recognized when the quota has been used up since', async () => {
    const first = await send(admin, 'one', await photo('jpeg', 64, 48))
    const left = quota - (await used()) - block
    const film = video(Buffer.alloc(left - video(Buffer.alloc(0)).length))
    expect((await send(admin, 'two', film, { type: 'video' })).statusCode).toBe(201)
    const again = await send(admin, 'one', Buffer.alloc(5 * block))
    expect([again.statusCode, mediaOf(again).id]).toEqual([201, mediaOf(first).id])
    expect((await send(admin, 'three', Buffer.alloc(50 * block))).statusCode).toBe(413)
  })

  test('adds media again once those of the first upload are deleted', async () => {
    const content = await photo('jpeg', 64, 48)
    const first = mediaOf(await send(admin, 'one', content))
    await db.update('multimedia', { created_at: '2026-01-01T00:00:00.000Z' }).execute()
    await deleteUnusedMedia(test_.root)
    expect(await count()).toBe(0)
    const again = await send(admin, 'one', content)
    expect(again.statusCode).toBe(201)
    expect(mediaOf(again).id).not.toBe(first.id)
  })

  test('of another person, or for other media, is another upload', async () => {
    const content = await photo('jpeg', 64, 48)
    const first = mediaOf(await send(admin, 'one', content))
    const theirs = await send(other, 'one', content)
    expect([theirs.statusCode, mediaOf(theirs).id === first.id]).toEqual([201, false])
    const elsewhere = await send(admin, 'one', content, { path: 'shop' })
    expect([elsewhere.statusCode, elsewhere.body.code]).toEqual([409, 'idempotency_conflict'])
    const link = { type: 'link', path: 'tasks', url: 'https://artel.test/' }
    const keyed = { headers: { 'idempotency-key': 'link' } }
    const links = [
      await admin.send('POST', '/multimedia', link, keyed),
      await admin.send('POST', '/multimedia', link, keyed),
      await admin.send('POST', '/multimedia', { ...link, url: 'https://artel.test/2' }, keyed),
    ]
    expect(links.map(({ statusCode }) => statusCode)).toEqual([201, 201, 409])
    expect(await count()).toBe(3)
  })

  test('needs a well-formed key', async () => {
    const answer = await send(admin, 'two words', await photo('jpeg', 64, 48))
    expect(answer.statusCode).toBe(422)
    expect(await count()).toBe(0)
  })
})
