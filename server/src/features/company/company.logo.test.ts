import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { photo } from '../../testing/media/media.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { type FormPart, multipart } from '../../testing/values/form.ts'

const test_ = useTestApp()
let db: Db
let as: Record<'owner' | 'admin', TestClient>

beforeEach(async () => {
  db = await buildCompany(test_.root)
  const signIn = async (type: 'owner' | 'admin') =>
    TestClient.signIn(test_.app, await buildUser(test_.root, db, type))
  as = { owner: await signIn('owner'), admin: await signIn('admin') }
})

function send(content: Buffer, more: readonly FormPart[] = [], client = as.owner): Promise<Answer> {
  const { payload, headers } = multipart([
    ['_method', 'PUT'],
    ...more,
    ['logo', { name: 'logo.png', content }],
  ])
  return client.send('POST', '/company', undefined, { payload, headers })
}

const logoOf = ({ body }: Answer) => (body.company as { logo: string | null }).logo
const serve = (file: string | null) => test_.app.inject({ url: `/storage/media/${file}` })
const countMedia = async () => (await db.from('multimedia').select('id').execute()).length

describe('a logo', () => {
  test('is saved together with other fields, and is served without a session', async () => {
    const heard: string[] = []
    const stop = test_.events.subscribe(({ companyId, event }) => {
      if (companyId === db.companyId) heard.push(event.entity)
    })
    const answer = await send(await photo('png'), [['name', 'Северный дом']])
    expect([answer.statusCode, answer.body.company]).toMatchObject([200, { name: 'Северный дом' }])
    const served = await serve(logoOf(answer))
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await serve(`small_${logoOf(answer)}`)).statusCode).toBe(200)
    await expect.poll(() => heard).toEqual(['company'])
    stop()
    const log = await as.owner.post('/listing/audit', { action: 'update' })
    expect(log.body.audit).toMatchObject([{ after: { logo: logoOf(answer), name: 'Северный дом' } }])
  })

  test('is replaced and removed, and a replaced file is marked as released', async () => {
    const first = logoOf(await send(await photo()))
    const second = logoOf(await send(await photo()))
    expect(second).not.toBe(first)
    const kept = await db.from('multimedia').select(['file', 'released_at']).orderBy('id').execute()
    expect(kept).toEqual([
      { file: first, released_at: expect.stringMatching(/^20/) },
      { file: second, released_at: null },
    ])
    expect(logoOf(await as.owner.send('PUT', '/company', { logo: null }))).toBeNull()
  })

  test('cannot be deleted while the company uses it', async () => {
    await send(await photo())
    const { id } = await db.from('multimedia').select('id').executeTakeFirstOrThrow()
    const refused = await as.admin.send('DELETE', `/multimedia/${id}`)
    expect([refused.statusCode, refused.body.code]).toEqual([409, 'in_use'])
  })

  test.each([
    ['what is no photo', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an empty file', async () => Buffer.alloc(0)],
    ['a photo that is cut', async () => (await photo()).subarray(0, 300)],
  ])('is rejected: %s', async (_, make) => {
    const refused = await send(await make())
    expect([refused.statusCode, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['logo']])
    expect((await as.owner.post('/auth/init')).body.company).toMatchObject({ logo: null })
  })

  test('is rejected as the name of a stored file, and is not stored with invalid fields', async () => {
    const file = logoOf(await send(await photo()))
    const named = await as.owner.send('PUT', '/company', { logo: file })
    expect([named.statusCode, Object.keys(named.body.errors ?? {})]).toEqual([422, ['logo']])
    const wrong = await send(await photo(), [['timezone', '99']])
    expect([wrong.statusCode, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['timezone']])
    expect(await countMedia()).toBe(1)
  })

  test('is not uploaded and removed in one request', async () => {
    const both = await send(await photo(), [['logo', '']])
    expect([both.statusCode, Object.keys(both.body.errors ?? {})]).toEqual([422, ['logo']])
    expect(await countMedia()).toBe(0)
  })

  test('is rejected from an admin before the file is stored', async () => {
    expect((await send(await photo(), [], as.admin)).statusCode).toBe(403)
    expect(await countMedia()).toBe(0)
  })
})
