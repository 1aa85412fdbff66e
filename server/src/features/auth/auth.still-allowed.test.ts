import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { photo } from '../../testing/media/media.ts'
import { buildCompany, buildUser, type TestUser, testPassword } from '../../testing/rows/build.ts'
import { codeOf, setUpTotp } from '../../testing/rows/totp.ts'
import { multipart } from '../../testing/values/form.ts'
import { somebodyWaits } from '../../testing/waits.ts'

const test_ = useTestApp()

type Own = { db: Db; user: TestUser; client: TestClient }

async function signedIn(): Promise<Own> {
  const db = await buildCompany(test_.root)
  await buildUser(test_.root, db, 'owner')
  const user = await buildUser(test_.root, db, 'admin')
  return { db, user, client: await TestClient.signIn(test_.app, user) }
}

const next = 'another-horse-43'
const passwords = { current_password: testPassword, password: next, password_confirmation: next }

/** Calls by which people change their own account. Each entry prepares what its call needs. */
const changes: Record<string, (own: Own) => Promise<() => Promise<Answer>>> = {
  'their data': async ({ client }) => {
    return () => client.send('PUT', '/user', { phone: '+7 900 000-00-00' })
  },
  'their face': async ({ client }) => {
    const content = await photo('jpeg', 40, 30)
    const form = () =>
      multipart([
        ['_method', 'PUT'],
        ['avatar', { name: 'me.jpg', content }],
      ])
    return () => client.send('POST', '/user', undefined, form())
  },
  'their password': async ({ client }) => {
    return () => client.send('PUT', '/user/password', passwords)
  },
  'their email': async ({ client }) => {
    const email = `${randomUUID()}@artel.test`
    return () => client.send('PUT', '/user/email', { email, password: testPassword })
  },
  'a second factor that is begun': async ({ client }) => {
    return () => client.post('/user/totp/enable', { password: testPassword })
  },
  'a second factor that comes into force': async ({ client }) => {
    const { body } = await client.post('/user/totp/enable', { password: testPassword })
    return () => client.post('/user/totp/confirm', { code: codeOf(body.secret as string) })
  },
  'a second factor that is given up': async ({ client }) => {
    const { secret } = await setUpTotp(client)
    return () => client.post('/user/totp/disable', { password: testPassword, code: codeOf(secret) })
  },
}

/** Changes that revoke the person's rights while the call waits. */
const losses = {
  archived: (held: Root, { id }: TestUser) =>
    held.updateTable('users').set({ status: 'archived' }).where('id', '=', id).execute(),
  'signed out': (held: Root, { id }: TestUser) =>
    held.deleteFrom('sessions').where('user_id', '=', id).execute(),
  demoted: (held: Root, { id }: TestUser) =>
    held.updateTable('users').set({ type: 'staff' }).where('id', '=', id).execute(),
}

const accountOf = async (db: Db, { id }: TestUser) => ({
  user: await db.from('users').select(['phone', 'avatar']).where('id', '=', id).executeTakeFirstOrThrow(),
  login: await db.from('logins').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow(),
  factors: await db
    .from('totp_factors')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', id)
    .execute(),
  links: await db.from('mailed_links').select('token_hash').where('user_id', '=', id).execute(),
})

// Such calls wait for a hash or for the queue of photos, and rights may be revoked even in a short wait.
describe.each(Object.entries(losses))('a person who is %s while the call runs does not change', (_, lose) => {
  test.each(Object.entries(changes))('%s', async (_name, prepare) => {
    const own = await signedIn()
    const call = await prepare(own)
    const before = await accountOf(own.db, own.user)
    const held = await test_.root.startTransaction().execute()
    await held.selectFrom('users').select('id').where('id', '=', own.user.id).forUpdate().execute()
    const answer = call()
    await somebodyWaits(held)
    await lose(held, own.user)
    await held.commit().execute()
    expect([401, 403]).toContain((await answer).statusCode)
    expect(await accountOf(own.db, own.user)).toEqual(before)
  })
})

test('ending other sessions waits for a running email change and deletes its link', async () => {
  const { db, user, client } = await signedIn()
  const elsewhere = await TestClient.signIn(test_.app, user)
  const held = await test_.root.startTransaction().execute()
  await held.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute()
  const asked = elsewhere.send('PUT', '/user/email', {
    email: `${randomUUID()}@artel.test`,
    password: testPassword,
  })
  await somebodyWaits(held)
  const ended = client.send('DELETE', '/user/sessions')
  await somebodyWaits(held, 2)
  await held.rollback().execute()
  expect((await ended).statusCode).toBe(200)
  await asked
  expect(await db.from('mailed_links').select('kind').where('user_id', '=', user.id).execute()).toEqual([])
})
