import { randomUUID } from 'node:crypto'
import type { ManagedUser } from '@artel/contract/users/users'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, fieldsOf, TestClient } from '../../testing/client.ts'
import { buildCompany, buildTask, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { somebodyWaits } from '../../testing/waits.ts'
import { hashToken } from '../../token.ts'

// Two people act at the same time, in several rounds, because either of them may come first.
const rounds = 8

const test_ = useTestApp()
let db: Db
let people: Record<'owner' | 'admin' | 'staff', TestUser>
let as: Record<'owner' | 'admin' | 'stranger', TestClient>
/** Staff of another company, whom `as.stranger` manages. */
let theirs: TestUser

const signIn = (user: TestUser) => TestClient.signIn(test_.app, user)

beforeEach(async () => {
  db = await buildCompany(test_.root)
  const other = await buildCompany(test_.root)
  people = {
    owner: await buildUser(test_.root, db, 'owner'),
    admin: await buildUser(test_.root, db, 'admin'),
    staff: await buildUser(test_.root, db, 'staff'),
  }
  theirs = await buildUser(test_.root, other, 'staff')
  as = {
    owner: await signIn(people.owner),
    admin: await signIn(people.admin),
    stranger: await signIn(await buildUser(test_.root, other, 'owner')),
  }
})

const userOf = ({ body }: Answer) => body.user as ManagedUser
const codes = (answers: readonly Answer[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
const put = (client: TestClient, { id }: { id: number }, body: object) =>
  client.send('PUT', `/users/${id}`, body)
const archive = (client: TestClient, { id }: TestUser) =>
  client.send('PUT', `/users/${id}/status`, { status: 'archived' })

describe('two concurrent edits of one user', () => {
  const show = async () => userOf(await as.admin.get(`/users/${people.staff.id}`))

  test('of the same field: one is saved, the other gets 409 with the saved value', async () => {
    for (let round = 0; round < rounds; round++) {
      const { version } = await show()
      const answers = await Promise.all([
        put(as.admin, people.staff, { version, nick_name: `Дар ${round}` }),
        put(as.owner, people.staff, { version, nick_name: `Дарик ${round}` }),
      ])
      expect(codes(answers)).toEqual([200, 409])
      const saved = answers.find(({ statusCode }) => statusCode === 200)
      const stale = answers.find(({ statusCode }) => statusCode === 409)
      expect(stale?.body).toMatchObject({
        code: 'stale',
        current: { nick_name: saved && userOf(saved).nick_name, version: version + 1 },
        changed: { by: { id: saved === answers[0] ? people.admin.id : people.owner.id } },
      })
      expect(await show()).toMatchObject({
        nick_name: saved && userOf(saved).nick_name,
        version: version + 1,
      })
    }
  })

  test('of different fields: both are saved', async () => {
    for (let round = 0; round < rounds; round++) {
      const { version } = await show()
      const [position, phone] = [`Место ${round}`, `+7 900 ${round}`]
      const answers = await Promise.all([
        put(as.admin, people.staff, { version, position }),
        put(as.owner, people.staff, { version, phone }),
      ])
      expect(codes(answers)).toEqual([200, 200])
      expect(await show()).toMatchObject({ position, phone, version: version + 2 })
    }
  })

  test('by the user and an admin, of the same field: one is saved, the other gets 409', async () => {
    const own = await signIn(people.staff)
    for (let round = 0; round < rounds; round++) {
      const { version } = await show()
      const [mine, admins] = await Promise.all([
        own.send('PUT', '/user', { version, phone: `1 ${round}`, nick_name: `Дар ${round}` }),
        put(as.admin, people.staff, { version, phone: `2 ${round}`, position: `Место ${round}` }),
      ])
      expect(codes([mine, admins])).toEqual([200, 409])
      const kept = mine.statusCode === 200 ? { phone: `1 ${round}` } : { phone: `2 ${round}` }
      expect(await show()).toMatchObject(kept)
    }
  })

  test('without a version: all succeed, one value stays, and each raises the version', async () => {
    const { version } = await show()
    const names = Array.from({ length: rounds }, (_, index) => `Имя ${index}`)
    const answers = await Promise.all(
      names.map((first_name, index) => put(index % 2 ? as.owner : as.admin, people.staff, { first_name })),
    )
    expect(new Set(codes(answers))).toEqual(new Set([200]))
    const { first_name, full_name, version: last } = await show()
    expect([names.includes(first_name), full_name, last]).toEqual([
      true,
      `${first_name} Климова`,
      version + rounds,
    ])
  })
})

describe('a company keeps an active owner', () => {
  type Act = (client: TestClient, whom: TestUser) => Promise<Answer>
  const demote: Act = (client, whom) => put(client, whom, { type: 'staff' })
  const erase: Act = (client, { id }) => client.send('DELETE', `/users/${id}`)
  const sendAway: Act = (client, { id }) => client.post('/users/bulk', { ids: [id], action: 'archive' })

  const activeOwners = () =>
    db.from('users').select('id').where('type', '=', 'owner').where('status', '=', 'active').execute()

  test.each([
    ['is demoted', demote],
    ['is archived', archive],
    ['is deleted', erase],
  ] as const)('rejects every concurrent request by which the last owner %s', async (_, act) => {
    const answers = await Promise.all(Array.from({ length: rounds }, () => act(as.owner, people.owner)))
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['last_owner']))
    expect(await activeOwners()).toEqual([{ id: people.owner.id }])
  })

  test.each([
    ['demote each other', demote, demote],
    ['archive each other', archive, archive],
    ['demote and archive each other', demote, archive],
    ['delete and demote each other', erase, demote],
    ['archive each other with many', sendAway, sendAway],
  ] as const)('one owner stays when two owners %s', async (_, first, second) => {
    for (let round = 0; round < rounds; round++) {
      const other = await buildUser(test_.root, db, 'owner')
      // Each owner sends two calls at the same time.
      const [mine, others] = [await signIn(people.owner), await signIn(other)]
      const answers = await Promise.all([
        first(mine, other),
        second(others, people.owner),
        first(mine, other),
        second(others, people.owner),
      ])
      expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
      const [stays, ...more] = await activeOwners()
      expect([stays !== undefined, more]).toEqual([true, []])
      people.owner = stays?.id === other.id ? other : people.owner
    }
  })

  test('one owner stays when two owners demote themselves at once', async () => {
    for (let round = 0; round < rounds; round++) {
      const other = await buildUser(test_.root, db, 'owner')
      const [mine, others] = [await signIn(people.owner), await signIn(other)]
      const answers = await Promise.all([demote(mine, people.owner), demote(others, other)])
      expect(codes(answers)).toEqual([200, 409])
      expect(await activeOwners()).toHaveLength(1)
      people.owner = answers[0]?.statusCode === 200 ? other : people.owner
    }
  })

  test('the database rejects one of two concurrent direct demotions', async () => {
    for (let round = 0; round < rounds; round++) {
      const { id } = await buildUser(test_.root, db, 'owner')
      const leave = (who: number) => db.update('users', { type: 'admin' }).where('id', '=', who).execute()
      const results = await Promise.allSettled([leave(people.owner.id), leave(id)])
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await activeOwners()).toHaveLength(1)
      await db.update('users', { type: 'owner' }).where('id', '=', people.owner.id).execute()
      await db.update('users', { type: 'admin' }).where('id', '=', id).execute()
    }
  })
})

describe('an email that two requests claim at once', () => {
  type Take = (email: string) => Promise<Answer>
  const hire =
    (client: () => TestClient): Take =>
    (email) =>
      client().post('/users/create', { first_name: 'Вера', last_name: 'Полякова', email })
  const give =
    (client: () => TestClient, whom: () => TestUser): Take =>
    (email) =>
      put(client(), whom(), { email })
  /** Opens a link to confirm the address, as mailed after a request for it. */
  const confirm: Take = async (email) => {
    const token = randomUUID()
    const ids = { company_id: theirs.companyId, user_id: theirs.id }
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const link = { ...ids, token_hash: hashToken(token), kind: 'email', email, expires_at } as const
    await test_.root
      .insertInto('mailed_links')
      .values(link)
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'user_id', 'kind']).doUpdateSet({ ...link, used_at: null }),
      )
      .execute()
    const guest = await TestClient.guest(test_.app)
    return guest.get(`/auth/email/verify?token=${token}`)
  }
  const admin = () => as.admin
  const owner = () => as.owner
  const stranger = () => as.stranger

  const isTaken = ({ statusCode, raw }: Answer) =>
    statusCode < 300 || raw.headers.location === '/email-verified'
  const isTold = ({ statusCode, body, raw }: Answer) =>
    (statusCode === 422 && Object.keys(body.errors ?? {}).join() === 'email') ||
    raw.headers.location === '/email-verified?error=invalid'

  test.each<[string, Take, Take]>([
    ['by two who take somebody on', hire(admin), hire(owner)],
    ['by two companies who take somebody on', hire(admin), hire(stranger)],
    ['by one who takes on and one who edits', hire(admin), give(owner, () => people.staff)],
    ['by one company that takes on and another that edits', hire(admin), give(stranger, () => theirs)],
    ['by two who edit', give(admin, () => people.staff), give(owner, () => people.admin)],
    ['by two companies that edit', give(admin, () => people.staff), give(stranger, () => theirs)],
    ['by one who takes on and one who confirms it', hire(admin), confirm],
    ['by one who edits and one who confirms it', give(admin, () => people.staff), confirm],
  ])('%s is given to only one user', async (_, first, second) => {
    for (let round = 0; round < rounds; round++) {
      const email = `${randomUUID()}@artel.test`
      const answers = await Promise.all([first(email), second(email)])
      expect([answers.filter(isTaken).length, answers.filter(isTold).length]).toEqual([1, 1])
      const holders = await test_.root
        .selectFrom('logins')
        .select('user_id')
        .where('email', '=', email)
        .execute()
      expect(holders).toHaveLength(1)
    }
  })

  test('is rejected by the database on direct writes too', async () => {
    for (let round = 0; round < rounds; round++) {
      const email = `${randomUUID()}@artel.test`
      const take = ({ id }: TestUser) =>
        test_.root.updateTable('logins').set({ email }).where('user_id', '=', id).execute()
      const results = await Promise.allSettled([take(people.staff), take(theirs)])
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
    const shouted = test_.root
      .updateTable('logins')
      .set({ email: 'A@artel.test' })
      .where('user_id', '=', theirs.id)
    await expect(shouted.execute()).rejects.toThrow('check constraint')
  })
})

test('rejects tasks assigned to a user while they are being archived', async () => {
  const [first, second, third] = [
    await buildTask(db, people.admin, { user_id: people.staff.id }),
    await buildTask(db, people.admin),
    await buildTask(db, people.admin),
  ]
  const { id } = people.staff
  const answers = await test_.root.transaction().execute(async (holder) => {
    await holder.selectFrom('tasks').select('id').where('id', '=', first).forUpdate().execute()
    const leaving = as.admin.send('PUT', `/users/${id}/status`, { status: 'archived', release_tasks: true })
    await somebodyWaits(holder)
    const giving = [
      as.owner.send('PUT', `/tasks/${second}`, { user_id: id }),
      as.owner.post('/tasks/bulk', { ids: [third], action: 'assign', value: id }),
      as.owner.post('/tasks/create', { title: 'Плед', user_id: id }),
    ]
    const allWait = somebodyWaits(holder, 1 + giving.length).catch(() => {})
    await Promise.race([Promise.all(giving), allWait])
    return [leaving, ...giving]
  })
  const [left, ...given] = await Promise.all(answers)
  expect(left?.statusCode).toBe(200)
  expect(given.map(fieldsOf)).toEqual([
    [422, 'user_id'],
    [422, 'value'],
    [422, 'user_id'],
  ])
  expect(await db.from('tasks').select('id').where('user_id', '=', id).execute()).toEqual([])
})
