import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Db } from '../../database/db.ts'
import { openQueues } from '../../jobs/open.ts'
import { runJob, type TakenJob } from '../../jobs/run-job.ts'
import { openS3 } from '../../storage/s3.ts'
import { openStorage } from '../../storage/storage.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { mediaOf, photo, sha256, upload, video } from '../../testing/media/media.ts'
import { type S3Simulator, startS3 } from '../../testing/media/s3-simulator.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { head, sendBytes } from '../../testing/wire.ts'
import { multimediaJobs } from './multimedia.jobs.ts'
import { checkUploadJob } from './multimedia.removals.ts'
import { maxStoreMs } from './multimedia.store.ts'

let s3: S3Simulator
const test_ = useTestApp({}, async () => {
  s3 = await startS3()
  return openStorage({ dataDir: '', s3: s3.place })
})
let db: Db
let client: TestClient
let port: number

beforeAll(async () => {
  port = Number(new URL(await test_.app.listen({ port: 0, host: '127.0.0.1' })).port)
  db = await buildCompany(test_.root)
  client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
})
afterEach(() => {
  s3.mood = 'well'
  s3.beforePut = undefined
})
afterAll(() => s3.close())

const ask = (file: string | null, headers: Record<string, string> = {}) =>
  test_.app.inject({ url: `/storage/media/${file}`, headers: { cookie: client.cookieHeader(), ...headers } })

const failures = (file: string | null) =>
  test_.logged.filter((line) => line.includes(String(file)) && line.includes('not sent whole')).length

test('a photo is stored in the bucket with its copies, and served from it', async () => {
  const { file, id } = mediaOf(await upload(client, await photo()))
  const folder = `crew/${db.companyId}/`
  const names = ['', 'large_', 'medium_', 'small_'].map((prefix) => `${folder}${prefix}${file}`)
  expect([...s3.objects.keys()].filter((name) => name.startsWith(folder)).sort()).toEqual(names.sort())
  const row = db.from('multimedia').select('sha256').where('id', '=', id).executeTakeFirstOrThrow()
  expect(sha256((await ask(file)).rawPayload)).toBe((await row).sha256?.toString('hex'))
  expect((await ask(`small_${file}`)).headers['content-type']).toBe('image/webp')
  expect(await readdir(test_.uploads.folder)).toEqual([])
})

test('only the requested range of a video is read from the bucket', async () => {
  const content = video()
  const { file } = mediaOf(await upload(client, content, { type: 'video' }))
  const answer = await ask(file, { range: 'bytes=10-19' })
  expect([answer.statusCode, answer.rawPayload.equals(content.subarray(10, 20))]).toEqual([206, true])
  expect(s3.requests.at(-1)).toMatchObject({ method: 'GET', range: 'bytes=10-19' })
})

describe('while the bucket answers with', () => {
  test.each([
    ['the whole object instead of the range', 'whole', 'bytes=10-19', 503],
    ['another range', 'shifted', 'bytes=10-19', 503],
    ['fewer bytes', 'short', 'bytes=10-19', 503],
    ['fewer bytes of the whole', 'short', undefined, 503],
    ['the whole object as requested', 'whole', undefined, 200],
  ] as const)('%s, no byte that was not requested is sent', async (_, mood, range, status) => {
    const content = video(randomBytes(500_000))
    const { file } = mediaOf(await upload(client, content, { type: 'video' }))
    s3.mood = mood
    const { statusCode, headers, body, rawPayload } = await ask(file, range && { range })
    expect([statusCode, headers['content-range']]).toEqual([status, undefined])
    if (status === 200) expect(rawPayload.equals(content)).toBe(true)
    else expect([JSON.parse(body).code, headers['cache-control']]).toEqual(['unavailable', 'no-store'])
  })

  test('half of a file, the connection is closed and the failure is logged once', async () => {
    const content = video(randomBytes(500_000))
    const { file } = mediaOf(await upload(client, content, { type: 'video' }))
    const before = failures(file)
    s3.mood = 'halving'
    const { status, bytes } = await sendBytes(
      port,
      head(`GET /storage/media/${file}`, `cookie: ${client.cookieHeader()}`),
    )
    expect(status).toBe(200)
    expect(bytes.length).toBeLessThan(content.length)
    expect(content.subarray(0, bytes.length).equals(bytes)).toBe(true)
    expect(failures(file) - before).toBe(1)
  })
})

test.each(['broken', 'refusing', 'failing', 'elsewhere'] as const)(
  'while the bucket is %s an upload gets 503 and leaves nothing',
  async (mood) => {
    const { file } = mediaOf(await upload(client, await photo('png', 8, 8)))
    const before = [await db.from('multimedia').select('id').orderBy('id').execute(), [...s3.objects.keys()]]
    s3.mood = mood
    const answer = await upload(client, await photo('png', 8, 8))
    expect([answer.statusCode, answer.body.code]).toEqual([503, 'unavailable'])
    expect(answer.raw.headers['retry-after']).toBeDefined()
    expect((await ask(file)).statusCode).toBe(503)
    expect((await client.get('/tasks/1')).statusCode).toBe(404)
    s3.mood = 'well'
    expect([
      await db.from('multimedia').select('id').orderBy('id').execute(),
      [...s3.objects.keys()],
    ]).toEqual(before)
    expect(await readdir(test_.uploads.folder)).toEqual([])
    expect((await ask(file)).statusCode).toBe(200)
  },
)

const state = async () => {
  const rows = await db.from('multimedia').select('id').orderBy('id').execute()
  return [rows, [...s3.objects.keys()].filter((name) => name.startsWith(`crew/${db.companyId}/`)).sort()]
}

/** Runs the jobs that settle the uploads of this company, now. No other test file can claim them. */
async function settleNow(): Promise<void> {
  const { rows } = await sql<TakenJob>`update jobs.job set state = 'active', started_on = now()
    where name = ${checkUploadJob.name} and (data->>'company_id')::int8 = ${db.companyId} and state = 'created'
    returning id, data as payload`.execute(test_.root)
  const handlers = multimediaJobs({ storage: openS3(s3.place), uploads: test_.uploads })
  const handler = handlers.find(({ kind }) => kind.name === checkUploadJob.name)
  if (!handler) throw new Error('no handler')
  const boss = await openQueues(test_.root, [handler])
  for (const job of rows) await runJob(boss, test_.root, handler, job, new AbortController().signal, () => {})
}

describe('an upload that takes so long that its job settles it first', () => {
  test.each([1, 3, 4])('after %i files is refused and leaves nothing', async (files) => {
    const before = await state()
    let count = 0
    s3.beforePut = async () => {
      if (++count === files) await settleNow()
    }
    const answer = await upload(client, await photo('png', 8, 8))
    expect([answer.statusCode, answer.body.code]).toEqual([503, 'unavailable'])
    expect(await state()).toEqual(before)
  })

  test('stays if its row came first', async () => {
    const { file } = mediaOf(await upload(client, await photo('png', 8, 8)))
    await settleNow()
    expect((await ask(file)).statusCode).toBe(200)
  })
})

test('an upload to a bucket that never ends it is refused after the time limit of a store', async () => {
  const before = await state()
  const { timeout } = AbortSignal
  const spy = vi.spyOn(AbortSignal, 'timeout')
  spy.mockImplementation((ms) => timeout.call(AbortSignal, ms === maxStoreMs ? 300 : ms))
  s3.mood = 'trickling'
  const answer = await upload(client, await photo('png', 8, 8))
  spy.mockRestore()
  expect([answer.statusCode, answer.body.code]).toEqual([503, 'unavailable'])
  expect(await state()).toEqual(before)
  expect(await readdir(test_.uploads.folder)).toEqual([])
})
