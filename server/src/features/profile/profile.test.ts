import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { photo, video } from '../../testing/media/media.ts'
import { buildCompany, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { type FormPart, multipart } from '../../testing/values/form.ts'

const test_ = useTestApp()

async function person(): Promise<{ db: Db; user: TestUser; client: TestClient }> {
  const db = await buildCompany(test_.root)
  const user = await buildUser(test_.root, db, 'staff')
  return { db, user, client: await TestClient.signIn(test_.app, user) }
}

const put = (client: TestClient, body: object) => client.send('PUT', '/user', body)
const sendFace = (client: TestClient, content: Buffer, fields: FormPart[] = []) =>
  client.send(
    'POST',
    '/user',
    undefined,
    multipart([['_method', 'PUT'], ...fields, ['avatar', { name: 'me.jpg', content }]]),
  )
const faceOf = (db: Db) =>
  db
    .from('users')
    .select('avatar')
    .executeTakeFirstOrThrow()
    .then(({ avatar }) => avatar)

describe('a user’s own profile', () => {
  test('saves the sent fields and logs each change', async () => {
    const { db, user, client } = await person()
    const change = {
      first_name: ' Анна ',
      nick_name: 'Рысь',
      phone: '+7 900 000-00-00',
      birth_date: '1994-02-28',
      language: 'en',
    }
    const { statusCode, body } = await put(client, change)
    expect(statusCode).toBe(200)
    expect(body.user).toMatchObject({ ...change, first_name: 'Анна', full_name: 'Анна Климова' })
    expect((await put(client, { nick_name: null })).body.user).toMatchObject({
      nick_name: null,
      phone: change.phone,
    })
    const told = await db
      .from('audit')
      .selectAll()
      .where('action', '=', 'profile_change')
      .orderBy('id')
      .execute()
    expect(told.map(({ before, after }) => [before, after])).toEqual([
      [
        { first_name: 'Дарья', nick_name: null, phone: null, birth_date: null, language: 'ru' },
        { ...change, first_name: 'Анна' },
      ],
      [{ nick_name: 'Рысь' }, { nick_name: null }],
    ])
    expect(told[0]).toMatchObject({ user_id: user.id, entity_id: user.id })
  })

  test('is not overwritten by a stale edit of an admin', async () => {
    const { db, user, client } = await person()
    const admin = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
    const { version } = (await admin.get(`/users/${user.id}`)).body.user as { version: number }
    expect((await put(client, { phone: '+7 900 000-00-01' })).statusCode).toBe(200)
    const edit = { version, phone: '+7 900 000-00-02' }
    const refused = await admin.send('PUT', `/users/${user.id}`, edit)
    expect(refused.statusCode).toBe(409)
    expect(refused.body).toMatchObject({ code: 'stale', current: { phone: '+7 900 000-00-01' } })
    const other = { version, position: 'Упаковщик' }
    expect((await admin.send('PUT', `/users/${user.id}`, other)).statusCode).toBe(200)
  })

  test('rejects an edit with an old version if the same field has changed since', async () => {
    const { db, user, client } = await person()
    const boss = await buildUser(test_.root, db, 'admin')
    const admin = await TestClient.signIn(test_.app, boss)
    await admin.send('PUT', `/users/${user.id}`, { phone: '+7 900 000-00-01' })
    const refused = await put(client, { phone: '+7 900 000-00-02', nick_name: 'Рысь', version: 1 })
    expect([refused.statusCode, refused.body.code]).toEqual([409, 'stale'])
    expect(refused.body.current).toMatchObject({
      id: user.id,
      phone: '+7 900 000-00-01',
      nick_name: null,
      version: 2,
    })
    expect(refused.body).toMatchObject({ changed: { by: { id: boss.id } } })
    const form = await sendFace(client, await photo('png', 8, 8), [
      ['phone', '112'],
      ['version', '1'],
    ])
    expect([form.statusCode, await faceOf(db)]).toEqual([409, null])
    expect((await put(client, { nick_name: 'Рысь', version: 1 })).body.user).toMatchObject({ version: 3 })
    expect((await put(client, { phone: '112', version: 3 })).statusCode).toBe(200)
    for (const version of [0, 1.5, '1', null]) expect((await put(client, { version })).statusCode).toBe(422)
  })

  test('logs and stores nothing if the values are unchanged', async () => {
    const { db, client } = await person()
    const before = await fingerprint(test_.root, [db.companyId])
    expect((await put(client, { first_name: 'Дарья' })).statusCode).toBe(200)
    expect((await put(client, {})).statusCode).toBe(200)
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  test.each([
    { first_name: '' },
    { first_name: null },
    { last_name: 'x'.repeat(101) },
    { nick_name: 'a\nb' },
    { nick_name: 'a\0b' },
    { phone: 5 },
    { birth_date: '2026-02-30' },
    { birth_date: '2199-01-01' },
    { language: 'de' },
    { avatar: 'x.jpg' },
    { type: 'owner' },
    { status: 'active' },
    { email: 'a@artel.test' },
    { money: 5 },
    { position: 'Мастер' },
    { force_change_password: false },
  ])('rejects %j and changes nothing', async (body) => {
    const { db, client } = await person()
    const before = await fingerprint(test_.root, [db.companyId])
    const answer = await put(client, body)
    expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, Object.keys(body)])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  test('rejects a guest', async () => {
    expect((await put(await TestClient.guest(test_.app), { first_name: 'X' })).statusCode).toBe(401)
  })
})

describe('the profile photo', () => {
  test('is sent in a form and stored with a smaller copy, and the replaced one is released', async () => {
    const { db, client } = await person()
    const answer = await sendFace(client, await photo('jpeg', 400, 400), [['phone', '112']])
    expect(answer.statusCode).toBe(200)
    expect(answer.body.user).toMatchObject({ phone: '112', avatar: expect.stringMatching(/\.jpg$/) })
    const first = await faceOf(db)
    for (const name of [`small_${first}`, first]) {
      await stat(join(inject('dataDir'), 'media', String(db.companyId), String(name)))
    }
    await sendFace(client, await photo('png', 400, 400))
    const second = await faceOf(db)
    expect(second).not.toBe(first)
    const rows = await db.from('multimedia').select(['file', 'released_at', 'path']).orderBy('id').execute()
    expect(rows).toEqual([
      { file: first, released_at: expect.stringMatching(/Z$/), path: 'avatars' },
      { file: second, released_at: null, path: 'avatars' },
    ])
    expect((await put(client, { avatar: null })).body.user).toMatchObject({ avatar: null })
    const { released_at } = await db
      .from('multimedia')
      .select('released_at')
      .where('file', '=', second)
      .executeTakeFirstOrThrow()
    expect(released_at).not.toBeNull()
  })

  test.each([
    ['a video', async () => video(), 422],
    ['a text', async () => Buffer.from('no photo'), 422],
    ['nothing', async () => Buffer.alloc(0), 422],
    ['twenty-one megabytes', async () => Buffer.alloc(21 * 1_048_576), 413],
  ] as const)('cannot be %s', async (_, make, expected) => {
    const { db, client } = await person()
    const answer = await sendFace(client, await make(), [['phone', '112']])
    expect(answer.statusCode).toBe(expected)
    if (expected === 422) expect(Object.keys(answer.body.errors ?? {})).toEqual(['avatar'])
    expect(await faceOf(db)).toBeNull()
    expect(await db.from('users').select('phone').executeTakeFirst()).toEqual({ phone: null })
  })

  test('is refused if also removed, if sent twice, and from a guest', async () => {
    const { client } = await person()
    const face = await photo()
    expect((await sendFace(client, face, [['avatar', '']])).body.errors).toHaveProperty('avatar')
    expect((await sendFace(await TestClient.guest(test_.app), face)).statusCode).toBe(401)
    const twice = multipart([
      ['_method', 'PUT'],
      ['avatar', { name: 'a.jpg', content: face }],
      ['avatar', { name: 'b.jpg', content: face }],
    ])
    expect((await client.send('POST', '/user', undefined, twice)).statusCode).toBe(422)
  })

  test('is one of six concurrent uploads, and the others are released', async () => {
    const { db, client } = await person()
    const faces = await Promise.all(Array.from({ length: 6 }, () => photo('jpeg', 64, 64)))
    const answers = await Promise.all(faces.map((face) => sendFace(client, face)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const rows = await db.from('multimedia').select(['file', 'released_at']).execute()
    expect(rows.filter(({ released_at }) => released_at === null)).toEqual([
      { file: await faceOf(db), released_at: null },
    ])
  })
})
