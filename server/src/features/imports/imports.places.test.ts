import { beforeEach, expect, test } from 'vitest'
import { Db } from '../../database/db.ts'
import { withFile } from '../../spreadsheets/reading/testing.ts'
import { readTable } from '../../spreadsheets/spreadsheets.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { buildUser } from '../../testing/rows/build.ts'
import { followImport } from '../../testing/rows/imports.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { multipart } from '../../testing/values/form.ts'
import { tryLockCompany } from './imports.queries.ts'

const test_ = useTestApp()
let team: Team

beforeEach(async () => {
  team = await buildTeam(test_)
})

const content = Buffer.from('Артикул;Название\nA-1;Набор\n')
const file = ['file', { name: 'a.csv', content }] as const
const importBy = (client: TestClient) => client.send('POST', '/products/import', undefined, multipart([file]))
const lookBy = (client: TestClient) =>
  client.send('POST', '/imports/look', undefined, multipart([['kind', 'products'], file]))

test('a company at its limit of imports does not block another company', async () => {
  const { db, as } = team
  const turn = await test_.root.startTransaction().execute()
  expect(await tryLockCompany(new Db(turn, db.companyId))).toBe(true)
  const own = [importBy(as.admin), importBy(as.admin)]
  const states = () => db.from('imports').select('state').execute()
  await expect.poll(async () => (await states()).length, { timeout: 20_000 }).toBe(2)
  expect(await importBy(as.owner)).toMatchObject({ statusCode: 429 })
  expect(await importBy((await buildTeam(test_)).as.admin)).toMatchObject({ statusCode: 200 })
  await turn.rollback().execute()
  for (const { statusCode } of await Promise.all(own)) expect([200, 202]).toContain(statusCode)
  await expect
    .poll(async () => (await states()).map(({ state }) => state), { timeout: 20_000 })
    .toEqual(['done', 'done'])
})

test('an import and its undoing have no effect if their user is archived meanwhile', async () => {
  const { db, as, people } = team
  const products = async () => (await as.owner.post('/products')).body.pagination
  const whileTurnIsHeld = async (begin: () => Promise<Answer>, archived: number) => {
    const turn = await test_.root.startTransaction().execute()
    expect(await tryLockCompany(new Db(turn, db.companyId))).toBe(true)
    const begun = begin()
    const isUnderWay = async () =>
      (await db.from('imports').select('id').where('state', 'in', ['waiting', 'undoing']).execute())
        .length === 1
    await expect.poll(isUnderWay, { timeout: 20_000 }).toBe(true)
    const status = await as.owner.send('PUT', `/users/${archived}/status`, { status: 'archived' })
    expect(status.statusCode).toBe(200)
    await turn.rollback().execute()
    return followImport(as.owner, await begun)
  }
  await whileTurnIsHeld(() => importBy(as.admin), people.admin.id)
  expect(await products()).toMatchObject({ total: 0 })
  const { id } = (await importBy(as.owner)).body.import as { id: number }
  expect(await products()).toMatchObject({ total: 1 })
  const second = await buildUser(test_.root, db, 'admin')
  const client = await TestClient.signIn(test_.app, second)
  await whileTurnIsHeld(() => client.post(`/imports/${id}/undo`), second.id)
  expect(await products()).toMatchObject({ total: 1 })
  expect((await as.owner.get(`/imports/${id}`)).body.import).toMatchObject({
    state: 'done',
    can: { undo: true },
  })
})

type Reader = { companyId: number; userId: number }

/** Lets each of these people read a table until `use` ends. */
const whileRead = (people: readonly Reader[], length: 'short' | 'long', use: () => Promise<void>) =>
  withFile(content, async (path) => {
    let [begun, finish] = [0, () => {}]
    const done = new Promise<void>((resolve) => {
      finish = resolve
    })
    const held = people.map((person) =>
      readTable({ path }, { person, length }, async () => {
        begun += 1
        await done
      }),
    )
    await expect.poll(() => begun, { timeout: 20_000 }).toBe(people.length)
    await use().finally(finish)
    await Promise.all(held)
  })

const strangers: Reader[] = [1, 2].map((userId) => ({ companyId: 0, userId }))

test('a file can be inspected during long imports', { timeout: 60_000 }, () =>
  whileRead(strangers, 'long', async () => {
    expect(await lookBy(team.as.admin)).toMatchObject({ statusCode: 200 })
  }),
)

test('inspecting a file is rejected with 429 if no slot is free', { timeout: 60_000 }, () =>
  whileRead(strangers, 'short', async () => {
    expect(await lookBy(team.as.admin)).toMatchObject({ statusCode: 429 })
  }),
)

test('a user reads one file at a time, so that a slot is left to colleagues', {
  timeout: 60_000,
}, async () => {
  const { db, people } = team
  await whileRead([{ companyId: db.companyId, userId: people.admin.id }], 'short', async () => {
    expect(await lookBy(team.as.admin)).toMatchObject({ statusCode: 429 })
    expect(await lookBy(team.as.owner)).toMatchObject({ statusCode: 200 })
  })
})
