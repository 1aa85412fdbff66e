import type { UserType } from '@artel/contract/access'
import { beforeEach, describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { mailsTo } from '../../testing/outbox.ts'
import { buildCompany, buildUser, type TestUser, testPassword } from '../../testing/rows/build.ts'
import { buildTeam, canSignIn } from '../../testing/rows/team.ts'
import { setUpTotp } from '../../testing/rows/totp.ts'

const test_ = useTestApp()
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>

beforeEach(async () => {
  ;({ people, as } = await buildTeam(test_))
  await setUpTotp(as.staff)
})

const reset = (client: TestClient, { id }: TestUser) => client.post(`/users/${id}/totp/reset`)

describe('resetting a user’s second factor', () => {
  test('by the owner allows sign-in with the password alone and mails the user', async () => {
    expect(await canSignIn(test_, people.staff.email, testPassword)).toBe(false)
    const before = (await as.owner.get(`/users/${people.staff.id}`)).body.user
    expect(before).toMatchObject({ has_totp: true, can: { reset_totp: true } })
    const { statusCode, body } = await reset(as.owner, people.staff)
    expect([statusCode, body.user]).toMatchObject([200, { has_totp: false, can: { reset_totp: false } }])
    expect(await canSignIn(test_, people.staff.email, testPassword)).toBe(true)
    // The first mail is about the setup of the factor.
    expect((await mailsTo(test_.root, people.staff.email, 2)).at(-1)?.subject).toMatch(/без кода/)
    const { audit } = (await as.owner.post('/listing/audit', { action: 'totp_reset' })).body
    expect(audit).toMatchObject([
      { entity: 'user', entity_id: people.staff.id, user: { id: people.owner.id }, title: 'Дарья Климова' },
    ])
  })

  test('succeeds only once in concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => reset(as.owner, people.staff)))
    const codes = answers.map(({ statusCode }) => statusCode).sort()
    expect(codes).toEqual([200, 409, 409, 409, 409])
  })

  test('is refused if the user has none', async () => {
    expect((await reset(as.owner, people.admin)).body.code).toBe('wrong_state')
  })

  test('is refused to admins, strangers, guests, and owners for their own factor', async () => {
    const stranger = await buildUser(test_.root, await buildCompany(test_.root), 'owner')
    const theirs = await TestClient.signIn(test_.app, stranger)
    await setUpTotp(as.owner)
    expect((await reset(as.admin, people.staff)).statusCode).toBe(403)
    expect((await reset(theirs, people.staff)).statusCode).toBe(404)
    expect((await reset(as.owner, people.owner)).statusCode).toBe(403)
    expect((await reset(await TestClient.guest(test_.app), people.staff)).statusCode).toBe(401)
    expect(await canSignIn(test_, people.staff.email, testPassword)).toBe(false)
    const own = (await as.owner.get(`/users/${people.owner.id}`)).body.user
    expect(own).toMatchObject({ has_totp: true, can: { reset_totp: false } })
  })
})
