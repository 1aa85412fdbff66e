import { expect, inject, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { testPassword } from '../../testing/rows/build.ts'
import { command, envOf } from '../testing.ts'

const test_ = useTestApp()
const env = { ...envOf(inject('connection')), ARTEL_PASSWORD: testPassword }
let counter = 0
const uniqueEmail = () => `owner-${process.pid}-${Date.now()}-${counter++}@artel.test`

const create = (email: string, ...more: string[]) =>
  command(env, 'company', 'create', '--name', 'Ромашка', '--email', email, ...more)

async function createOne() {
  const email = uniqueEmail()
  const { code, text } = await create(email)
  expect(code).toBe(0)
  const companyId = Number(/^company (\d+): Ромашка/.exec(text)?.[1])
  return { email, user: { id: 0, companyId, email, type: 'owner' as const } }
}

test('the owner of a created company can sign in without a password change or email check', async () => {
  const { user, email } = await createOne()
  const client = await TestClient.signIn(test_.app, user)
  const { body } = await client.post('/auth/init')
  expect(body.user).toMatchObject({ type: 'owner', status: 'active', email, force_change_password: false })
  expect(body.user).toMatchObject({ email_verified_at: expect.any(String) })
  expect(body.company).toMatchObject({ id: user.companyId, name: 'Ромашка', is_active: true })
  expect((await client.post('/listing/tasks')).statusCode).toBe(200)
})

test('a password on the command line overrides that of the environment', async () => {
  const email = uniqueEmail()
  expect((await create(email, '--password', 'wrong horse battery')).code).toBe(0)
  const user = { id: 0, companyId: 0, email, type: 'owner' as const }
  await TestClient.signIn(test_.app, user, { password: 'wrong horse battery' })
})

test('a taken email in any letter case causes an error of one line, and no company', async () => {
  const { email } = await createOne()
  const count = () => test_.root.selectFrom('companies').select('id').where('name', '=', 'Ромашка').execute()
  const before = await count()
  const ended = await create(email.toUpperCase())
  expect(ended).toEqual({ code: 1, text: `The email ${email} is taken\n` })
  expect(await count()).toEqual(before)
})

test.each([['short'], ['x'.repeat(1001)], ['']])('rejects the password %j', async (password) => {
  const ended = await create(uniqueEmail(), '--password', password)
  expect(ended).toEqual({ code: 1, text: 'A password has 10 to 1000 characters\n' })
})

test('fails without a prompt if there is neither a terminal nor a password', async () => {
  const { ARTEL_PASSWORD: _, ...bare } = env
  const ended = await command(bare, 'company', 'create', '--name', 'x', '--email', uniqueEmail())
  expect(ended).toEqual({ code: 2, text: expect.stringContaining('ARTEL_PASSWORD') })
})

test('a deactivated company gives no access until it is activated', async () => {
  const { user, email } = await createOne()
  const id = String(user.companyId)
  const client = await TestClient.signIn(test_.app, user)
  // A running import holds the same lock.
  const importing = await test_.root.startTransaction().execute()
  await importing
    .selectFrom('companies')
    .select('id')
    .where('id', '=', user.companyId)
    .forKeyShare()
    .execute()
  expect((await command(env, 'company', 'deactivate', id)).text).toBe(`company ${id}: Ромашка is inactive\n`)
  await importing.rollback().execute()
  const { statusCode, body } = await client.post('/listing/tasks')
  expect([statusCode, body.code]).toEqual([403, 'company_inactive'])
  await expect(TestClient.signIn(test_.app, user)).rejects.toThrow('company_inactive')
  expect((await command(env, 'company', 'list')).text).toContain(`${id}\tinactive\t1\t${email}\tРомашка\n`)
  expect((await command(env, 'company', 'activate', id)).code).toBe(0)
  expect((await client.post('/listing/tasks')).statusCode).toBe(200)
  await command(env, 'company', 'activate', id)
  const { body: log } = await client.post('/listing/audit?direction=asc', { entity: 'company' })
  const entries = log.audit as { action: string; user: object | null; address: string | null }[]
  expect(entries.map(({ action }) => action)).toEqual(['create', 'deactivate', 'activate'])
  expect(entries[1]).toMatchObject({ user: null, address: null })
})

test('rejects the deactivation of an unknown company', async () => {
  const ended = await command(env, 'company', 'deactivate', '99999999')
  expect(ended).toEqual({ code: 1, text: 'There is no company 99999999\n' })
})
