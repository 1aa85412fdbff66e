import type { UserType } from '@artel/contract/access'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { buildCompany, buildLegalEntity, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { buildTeam } from '../../testing/rows/team.ts'

type Body = { id: number; version: number; is_default: boolean; [field: string]: unknown }

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_, { admin: { first_name: 'Марина', last_name: 'Зотова' } }))
})

const firm = { name: 'ООО «Уют»', type: 'company', inn: '7707083893' }
const whole = {
  ...firm,
  full_name: 'Общество с ограниченной ответственностью «Уют»',
  kpp: '773601001',
  ogrn: '1027700132195',
  legal_address: 'Москва, улица Первая, 1',
  address: 'Подольск, улица Вторая, 2',
  phone: '+7 495 204-18-33',
  email: 'uyut@artel.test',
  director: 'Зотова Марина',
  bank_name: 'Банк «Пример»',
  bik: '044525225',
  account: '40702810938000000001',
  corr_account: '30101810400000000225',
}

const entityOf = ({ body }: Answer) => body.legal_entity as Body
const create = (draft: object) => as.admin.post('/legal_entities/create', draft)
const put = (id: number, patch: object) => as.admin.send('PUT', `/legal_entities/${id}`, patch)
const remove = (id: number) => as.owner.send('DELETE', `/legal_entities/${id}`)
const show = async (id: number) => entityOf(await as.admin.get(`/legal_entities/${id}`))
const list = async (filters: object = {}, query = '') =>
  (await as.admin.post(`/legal_entities${query}`, filters)).body.legal_entities as Body[]
const defaults = async () => (await list()).filter(({ is_default }) => is_default).map(({ id }) => id)
const audited = () =>
  db
    .from('audit')
    .select(['action', 'title', 'before', 'after', 'user_id'])
    .where('entity', '=', 'legal_entity')
    .orderBy('id')
    .execute()

describe('create', () => {
  test('works with name, type and INN, and leaves the rest empty', async () => {
    const answer = await create(firm)
    expect(answer.statusCode).toBe(201)
    expect(entityOf(answer)).toMatchObject({
      ...firm,
      full_name: null,
      kpp: null,
      ogrn: null,
      bik: null,
      account: null,
      moy_sklad_id: null,
      is_default: true,
      version: 1,
      updated_by: { id: people.admin.id },
      can: { edit: true, delete: false },
    })
  })

  test('stores all sent fields and writes an audit entry', async () => {
    expect(entityOf(await create({ ...whole, email: ' Uyut@Artel.test ' }))).toMatchObject(whole)
    const [entry] = await audited()
    expect(entry).toMatchObject({ action: 'create', title: firm.name, user_id: people.admin.id, before: {} })
    expect(entry?.after).toEqual({ ...whole, is_default: true })
  })

  test('creates one entity for two requests with the same idempotency key', async () => {
    const headers = { 'idempotency-key': 'uyut-1' }
    const send = () => as.admin.send('POST', '/legal_entities/create', firm, { headers })
    const [first, again] = [await send(), await send()]
    expect([again.statusCode, entityOf(again).id]).toEqual([201, entityOf(first).id])
  })

  test.each([
    [{}, ['name', 'type', 'inn']],
    [{ ...firm, name: ' ' }, ['name']],
    [{ ...firm, type: 'state' }, ['type']],
    [{ ...firm, inn: '7707083894' }, ['inn']],
    [{ ...firm, inn: '7707 083 893' }, ['inn']],
    [{ ...firm, inn: 7_707_083_893 }, ['inn']],
    [{ ...firm, type: 'entrepreneur' }, ['inn']],
    [{ ...firm, kpp: '1', ogrn: '1027700132196' }, ['kpp', 'ogrn']],
    [{ ...firm, type: 'entrepreneur', inn: '500100732259', kpp: '773601001' }, ['kpp']],
    [{ ...firm, account: whole.account }, ['bik']],
    [{ ...whole, bik: '044525226' }, ['account']],
    [{ ...whole, corr_account: '30101810500000000225' }, ['corr_account']],
    [{ ...firm, email: 'nobody' }, ['email']],
    [{ ...firm, phone: 'x'.repeat(51) }, ['phone']],
    [{ ...firm, director: 'a\0b' }, ['director']],
    [{ ...firm, moy_sklad_id: 'x' }, ['moy_sklad_id']],
    [{ ...firm, version: 1 }, ['version']],
  ])('refuses %j at %j and stores nothing', async (draft, paths) => {
    const before = await fingerprint(test_.root, [db.companyId])
    const { statusCode, body } = await create(draft)
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, paths])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  test('refuses a duplicate INN and KPP, but accepts a branch and numbers of another company', async () => {
    await create(whole)
    const { statusCode, body } = await create(whole)
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, ['inn']])
    expect((await create({ ...whole, kpp: '773643001' })).statusCode).toBe(201)
    expect((await create(firm)).statusCode).toBe(201)
    expect((await create(firm)).statusCode).toBe(422)
    const other = await buildCompany(test_.root)
    const stranger = await TestClient.signIn(test_.app, await buildUser(test_.root, other, 'admin'))
    expect((await stranger.post('/legal_entities/create', whole)).statusCode).toBe(201)
  })
})

describe('the default', () => {
  test('is the first entity, then the one that was last set as the default', async () => {
    const first = entityOf(await create(firm)).id
    const second = entityOf(await create(whole)).id
    expect(await defaults()).toEqual([first])
    await put(second, { is_default: true })
    expect(await defaults()).toEqual([second])
    const third = entityOf(await create({ ...whole, kpp: '773643001', is_default: true })).id
    expect(await defaults()).toEqual([third])
    await put(third, { is_default: false })
    expect(await defaults()).toEqual([])
  })

  test('gives the entity that loses it a new version, and the log has both changes', async () => {
    const first = entityOf(await create(firm)).id
    const second = entityOf(await create(whole)).id
    await put(second, { is_default: true })
    expect((await show(first)).version).toBe(2)
    const changes = (await audited()).slice(2).map(({ before, after }) => [before, after])
    expect(changes).toEqual([
      [{ is_default: true }, { is_default: false }],
      [{ is_default: false }, { is_default: true }],
    ])
  })

  test('stays unique when concurrent requests set it on all entities', async () => {
    const ids = [await buildLegalEntity(db), await buildLegalEntity(db), await buildLegalEntity(db)]
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(
        ids.map((id, index) =>
          (index % 2 ? as.owner : as.admin).send('PUT', `/legal_entities/${id}`, { is_default: true }),
        ),
      )
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
      expect(await defaults()).toHaveLength(1)
    }
  })

  test('is unique after concurrent first creations, and each INN and KPP is stored once', async () => {
    const drafts = ['773601001', '773643001', '773643002', '773601001'].map((kpp) => ({ ...firm, kpp }))
    const answers = await Promise.all(drafts.map(create))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 201, 422])
    expect(await defaults()).toHaveLength(1)
  })

  test('is unique by a constraint of the database', async () => {
    await buildLegalEntity(db, { is_default: true })
    await expect(buildLegalEntity(db, { is_default: true })).rejects.toThrow('legal_entities_default')
  })
})

describe('edit', () => {
  test('changes only the sent fields and records the editor', async () => {
    const { id } = entityOf(await create(whole))
    const answer = await as.owner.send('PUT', `/legal_entities/${id}`, {
      director: 'Белов Пётр',
      phone: null,
    })
    expect(entityOf(answer)).toMatchObject({
      ...whole,
      director: 'Белов Пётр',
      phone: null,
      version: 2,
      updated_by: { id: people.owner.id },
    })
    expect((await audited())[1]).toMatchObject({
      action: 'update',
      before: { director: whole.director, phone: whole.phone },
      after: { director: 'Белов Пётр', phone: null },
    })
  })

  test('without a change creates no version and no audit entry', async () => {
    const { id } = entityOf(await create(whole))
    expect(entityOf(await put(id, { ...whole, version: 1 })).version).toBe(1)
    expect(await audited()).toHaveLength(1)
  })

  test('to another type requires the numbers of that type', async () => {
    const { id } = entityOf(await create(whole))
    const refused = await put(id, { type: 'entrepreneur' })
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['inn', 'kpp', 'ogrn'])
    const fitting = { type: 'entrepreneur', inn: '500100732259', kpp: null, ogrn: '304500116000157' }
    expect(entityOf(await put(id, fitting))).toMatchObject(fitting)
  })

  test.each([
    [{ inn: null }, 'inn'],
    [{ name: '' }, 'name'],
    [{ bik: null }, 'bik'],
    [{ bik: '044525226' }, 'account'],
    [{ moy_sklad_id: 'x' }, 'moy_sklad_id'],
    [{ version: 0 }, 'version'],
  ])('refuses %j at %s', async (patch, path) => {
    const { id } = entityOf(await create(whole))
    const { statusCode, body } = await put(id, patch)
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, expect.arrayContaining([path])])
    expect((await show(id)).version).toBe(1)
  })

  test('refuses the INN and KPP of another entity', async () => {
    await create(whole)
    const { id } = entityOf(await create(firm))
    expect(Object.keys((await put(id, { kpp: whole.kpp })).body.errors ?? {})).toEqual(['inn'])
  })
})

describe('concurrent edits', () => {
  test('of other fields succeed; of the same field the later is stale, with the current entity', async () => {
    const { id, version } = entityOf(await create(whole))
    await put(id, { director: 'Марины', version })
    expect((await put(id, { phone: '1', version })).statusCode).toBe(200)
    const refused = await put(id, { director: 'Мой', version })
    expect([refused.statusCode, refused.body.code]).toEqual([409, 'stale'])
    expect(refused.body.current).toMatchObject({ id, director: 'Марины', phone: '1', version: 3 })
    expect((await put(id, { director: 'Марины', version })).statusCode).toBe(200)
    expect((await put(id, { director: 'Мой', version: 3 })).statusCode).toBe(200)
  })

  test('of one field: only one of two succeeds', async () => {
    const { id } = entityOf(await create(whole))
    for (let round = 0; round < 10; round++) {
      const { version } = await show(id)
      const patches = [1, 2].map((side) => ({ director: `${round} ${side}`, version }))
      const answers = await Promise.all(patches.map((patch) => put(id, patch)))
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    }
  })
})

describe('delete', () => {
  test('removes the entity, and the audit log keeps its data', async () => {
    const { id } = entityOf(await create(whole))
    expect((await remove(id)).body).toEqual({ status: true })
    for (const method of ['GET', 'DELETE']) {
      expect((await as.owner.send(method, `/legal_entities/${id}`)).statusCode).toBe(404)
    }
    expect((await audited())[1]).toMatchObject({
      action: 'delete',
      title: firm.name,
      before: whole,
      after: {},
    })
  })

  test('is refused while another row refers to the entity', async () => {
    const { id } = entityOf(await create(whole))
    // In another schema, because another test compares the product's own tables with their types.
    await sql`create schema legal_entities_test`.execute(test_.root)
    try {
      await sql`create table legal_entities_test.papers (
        company_id bigint, legal_entity_id bigint,
        foreign key (company_id, legal_entity_id) references legal_entities)`.execute(test_.root)
      await sql`insert into legal_entities_test.papers values (${db.companyId}, ${id})`.execute(test_.root)
      const { statusCode, body } = await remove(id)
      expect([statusCode, body.code]).toEqual([409, 'in_use'])
    } finally {
      await sql`drop schema legal_entities_test cascade`.execute(test_.root)
    }
    expect((await remove(id)).statusCode).toBe(200)
  })
})

describe('list', () => {
  test('finds by name, full name and INN, by type and by day', async () => {
    const uyut = entityOf(await create(whole)).id
    const person = { name: 'ИП Климова', type: 'entrepreneur', inn: '500100732259' }
    const klimova = entityOf(await create(person)).id
    const ids = async (filters: object) => (await list(filters)).map(({ id }) => id)
    expect(await ids({})).toEqual([klimova, uyut])
    expect(await ids({ search: 'уЮТ' })).toEqual([uyut])
    expect(await ids({ search: 'ответственностью' })).toEqual([uyut])
    expect(await ids({ search: '5001 0073' })).toEqual([klimova])
    expect(await ids({ search: '%' })).toEqual([])
    expect(await ids({ type: 'company' })).toEqual([uyut])
    expect(await ids({ type: ['entrepreneur', 'self_employed'] })).toEqual([klimova])
    expect(await ids({ ids: [uyut, 999_999_999] })).toEqual([uyut])
    expect(await ids({ date_to: '2020-01-01' })).toEqual([])
    expect((await list({}, '?sort_by=name&direction=desc')).map(({ name }) => name)).toEqual([
      firm.name,
      person.name,
    ])
  })

  test.each([
    ['?sort_by=account', {}, 'sort_by'],
    ['', { type: 'state' }, 'type'],
    ['', { inn: '1' }, 'inn'],
  ])('refuses %s %j', async (query, filters, path) => {
    const { statusCode, body } = await as.admin.post(`/legal_entities${query}`, filters)
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, [path]])
  })

  test('is exported as a CSV file with all digits of the numbers', async () => {
    await create({ ...whole, name: '=1+1' })
    const { raw } = await as.admin.post('/legal_entities?format=csv')
    expect(raw.statusCode).toBe(200)
    for (const part of [whole.inn, whole.account, whole.corr_account]) expect(raw.body).toContain(part)
    expect(raw.headers['content-disposition']).toContain('Legal entities')
  })
})

describe('constraints of the database', () => {
  test.each([
    ['an INN of another length', { inn: '7707083893' }],
    ['a KPP of an entrepreneur', { kpp: '773601001' }],
    ['an OGRN of another length', { ogrn: '1027700132195' }],
    ['an OGRN of the self-employed', { type: 'self_employed', ogrn: '304500116000157' }],
    ['an account without a bank', { account: whole.account }],
    ['a short account', { bik: whole.bik, account: '1' }],
    ['letters in the BIK', { bik: '04452522X' }],
    ['an unknown type', { type: 'state' as 'company' }],
    ['an empty name', { name: '' }],
  ] as const)('refuse %s', async (_, fields) => {
    await expect(buildLegalEntity(db, fields)).rejects.toThrow(/violates check constraint/)
  })

  test('refuse a duplicate INN without a KPP, and an editor of another company', async () => {
    const inn = '500100732259'
    await buildLegalEntity(db, { inn })
    await expect(buildLegalEntity(db, { inn })).rejects.toThrow('legal_entities_inn')
    const stranger = await buildUser(test_.root, await buildCompany(test_.root), 'owner')
    await expect(buildLegalEntity(db, { updated_by: stranger.id })).rejects.toThrow(/foreign key/)
  })
})

test('a guest gets 401', async () => {
  const guest = await TestClient.guest(test_.app)
  expect((await guest.post('/legal_entities')).statusCode).toBe(401)
})

test('staff get 403, and users of another company cannot see, change or delete an entity', async () => {
  const { id } = entityOf(await create(whole))
  expect((await as.staff.post('/legal_entities')).statusCode).toBe(403)
  const other = await buildCompany(test_.root)
  const stranger = await TestClient.signIn(test_.app, await buildUser(test_.root, other, 'owner'))
  expect((await stranger.post('/legal_entities')).body.legal_entities).toEqual([])
  for (const method of ['GET', 'DELETE'])
    expect((await stranger.send(method, `/legal_entities/${id}`)).statusCode).toBe(404)
  expect((await stranger.send('PUT', `/legal_entities/${id}`, { name: 'x' })).statusCode).toBe(404)
})
