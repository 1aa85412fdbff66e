import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { times } from '../../testing/together.ts'

/** Compressions so far, running compressions, and the maximum that ran at the same moment. */
const seen = vi.hoisted(() => ({ count: 0, running: 0, most: 0 }))

vi.mock('node:zlib', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:zlib')>()
  const gzip = (data: Buffer, done: (error: Error | null, packed: Buffer) => void) => {
    seen.count += 1
    seen.running += 1
    seen.most = Math.max(seen.most, seen.running)
    real.gzip(data, (error, packed) => {
      seen.running -= 1
      done(error, packed)
    })
  }
  return { ...real, gzip }
})

const test_ = useTestApp()
let team: Team

beforeAll(async () => {
  team = await buildTeam(test_)
})
beforeEach(() => {
  Object.assign(seen, { count: 0, running: 0, most: 0 })
})

const headers = { 'accept-encoding': 'gzip' }

/** Publishes a text of 300 KB. @returns its address and its content */
async function publish(): Promise<{ url: string; body: string }> {
  const body = JSON.stringify({ text: randomBytes(150_000).toString('hex') })
  const hash = createHash('sha256').update(body).digest('hex')
  await team.db.insert('localization_files', { hash, body }).execute()
  return { url: `/storage/texts/${hash}.json`, body }
}

test('a published text is compressed once for all requests', async () => {
  const { url, body } = await publish()
  const answers = await times(20, () => test_.app.inject({ url, headers }))
  answers.push(await test_.app.inject({ url, headers }))
  for (const { statusCode, headers, rawPayload } of answers) {
    expect([statusCode, headers['content-encoding'], headers.vary]).toEqual([200, 'gzip', 'accept-encoding'])
    expect(gunzipSync(rawPayload).toString()).toBe(body)
  }
  expect(seen.count).toBe(1)
  const plain = await test_.app.inject({ url })
  expect([plain.statusCode, plain.headers['content-encoding'], plain.body]).toEqual([200, undefined, body])
})

test('different published texts are compressed one after another', async () => {
  const texts = await Promise.all(Array.from({ length: 6 }, publish))
  const answers = await Promise.all(texts.map(({ url }) => test_.app.inject({ url, headers })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(texts.map(() => 200))
  expect(seen).toMatchObject({ count: 6, most: 1 })
})

test('answers 304 without a lookup to a client that has a published text', async () => {
  const hash = createHash('sha256').update(randomUUID()).digest('hex')
  for (const condition of [`"${hash}"`, `W/"${hash}"`, `"other", "${hash}"`]) {
    const url = `/storage/texts/${hash}.json`
    const answer = await test_.app.inject({ url, headers: { 'if-none-match': condition } })
    expect([answer.statusCode, answer.headers.etag, answer.body]).toEqual([304, `"${hash}"`, ''])
  }
})

test.each(['*', '"other"'])('a text that does not exist is 404 with If-None-Match %s', async (condition) => {
  const url = `/storage/texts/${'0'.repeat(64)}.json`
  const { statusCode, headers } = await test_.app.inject({ url, headers: { 'if-none-match': condition } })
  expect([statusCode, headers.etag, headers['cache-control']]).toEqual([404, undefined, 'no-store'])
})

test('the texts of a server in development are serialized and compressed once', async () => {
  const ask = () => test_.app.inject({ url: '/api/app/localizations', headers })
  const [first, ...others] = await times(10, ask)
  others.push(await ask())
  const { locales } = JSON.parse(gunzipSync(first?.rawPayload ?? '').toString())
  expect(locales.en['tasks.title']).toBe('Tasks')
  for (const { rawPayload } of others) expect(rawPayload).toEqual(first?.rawPayload)
  expect(seen.count).toBe(1)
})

test('long answers to users are each compressed, one after another', async () => {
  const body = `<p>${'Ж'.repeat(50_000)}</p>`
  const made = await team.as.admin.post('/instructions/create', { title: 'Долгая', body, is_published: true })
  const { id } = made.body.instruction as { id: number }
  const answers = await Promise.all(
    [team.as.admin, team.as.owner, team.as.admin, team.as.owner].map((client) =>
      client.send('GET', `/instructions/${id}`, undefined, { headers }),
    ),
  )
  for (const { raw } of answers)
    expect([raw.statusCode, raw.headers['content-encoding']]).toEqual([200, 'gzip'])
  expect(seen).toMatchObject({ count: 4, most: 1 })
})
