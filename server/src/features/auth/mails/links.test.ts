import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { TestClient } from '../../../testing/client.ts'
import { leavingNoTrace } from '../../../testing/fingerprint.ts'
import { workOnly } from '../../../testing/outbox.ts'
import { buildCompany, buildUser, type TestUser } from '../../../testing/rows/build.ts'
import { type LinkKind, upsertLink } from '../auth.queries.ts'

const test_ = useTestApp()

const password = 'вишня грузовик пять'
const reset = async (token: string, email: string) => {
  const client = await TestClient.guest(test_.app)
  const body = { token, email, password, password_confirmation: password }
  return (await client.post('/auth/reset', body)).statusCode === 200
}
const confirm = async (token: string) => {
  const { raw } = await (await TestClient.guest(test_.app)).get(`/auth/email/verify?token=${token}`)
  return raw.headers.location === '/email-verified'
}
/** Opens a link of each kind. @returns whether it was valid */
const open: Record<LinkKind, (token: string, email: string) => Promise<boolean>> = {
  reset,
  invitation: reset,
  email: confirm,
}
const kinds = Object.keys(open) as LinkKind[] // the keys of `open`

const setActive = ({ companyId }: TestUser, is_active: boolean) =>
  test_.root.updateTable('companies').set({ is_active }).where('id', '=', companyId).execute()
const setStatus = ({ companyId, id }: TestUser, status: 'active' | 'archived') =>
  new Db(test_.root, companyId).update('users', { status }).where('id', '=', id).execute()

test.each(
  kinds.flatMap((kind) => [
    [kind, 'whose company was deactivated', setActive] as const,
    [
      kind,
      'who was archived',
      (user: TestUser, is: boolean) => setStatus(user, is ? 'active' : 'archived'),
    ] as const,
  ]),
)('a link of kind %s of a person %s changes nothing until that is undone', async (kind, _, set) => {
  const user = await buildUser(test_.root, await buildCompany(test_.root), 'staff')
  const email = kind === 'email' ? `${randomUUID()}@artel.test` : user.email
  const { companyId } = user
  const token = await upsertLink(test_.root, { companyId, userId: user.id, kind, email, lifeMs: 60_000 })
  await set(user, false)
  expect(await leavingNoTrace(test_.root, [companyId], () => open[kind](token, email))).toBe(false)
  await set(user, true)
  expect(await open[kind](token, email)).toBe(true)
})

test('expired links are deleted, and the others stay', async () => {
  const {
    companyId,
    id: userId,
    email,
  } = await buildUser(test_.root, await buildCompany(test_.root), 'staff')
  const link = { companyId, userId, email }
  await upsertLink(test_.root, { ...link, kind: 'reset', lifeMs: -1000 })
  await upsertLink(test_.root, { ...link, kind: 'invitation', lifeMs: 60_000 })
  await workOnly(test_.root, ['auth-cleanup'], { scheduled: ['auth-cleanup'] })
  const left = test_.root.selectFrom('mailed_links').select('kind').where('company_id', '=', companyId)
  expect(await left.execute()).toEqual([{ kind: 'invitation' }])
})

test('only links.ts and auth.queries.ts read mailed links', () => {
  const folder = new URL('..', import.meta.url)
  const readers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .filter((name) => /\b(findLink|lockLink)\b/.test(readFileSync(new URL(name, folder), 'utf8')))
  expect(readers.sort()).toEqual(['auth.queries.ts', 'mails/links.ts'])
})
