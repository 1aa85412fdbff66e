import type { Reward } from '@artel/contract/ledger/rewards'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, TestClient } from '../../testing/client.ts'
import { leavingNoTrace } from '../../testing/fingerprint.ts'
import { buildUser, type TestUser } from '../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'

const test_ = useTestApp()

let db: Db
let people: Team['people']
let as: Team['as']
let second: TestUser

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  second = await buildUser(test_.root, db, 'staff', { first_name: 'Игорь', last_name: 'Лаптев' })
})

const given = ({ body }: Answer) => body.rewards as Reward[]
const rewardOf = ({ body }: Answer) => body.reward as Reward
const give = (draft: object, client: TestClient = as.admin) => client.post('/rewards', draft)
const giveStaff = async (worth: object): Promise<Reward> => {
  const [reward] = given(await give({ user_id: people.staff.id, title: 'Лучшая смена', ...worth }))
  return reward! // a refused request has no reward
}
const edit = (id: number, patch: object, client: TestClient = as.admin) =>
  client.send('PUT', `/rewards/${id}`, patch)
const takeBack = (id: number, client: TestClient = as.admin) => client.send('DELETE', `/rewards/${id}`)
const list = async (client: TestClient, filters: object = {}, query = '') =>
  (await client.post(`/listing/rewards${query}`, filters)).body as {
    rewards: Reward[]
    totals: { money: number; coins: number }
    pagination: { total: number }
  }
const spend = (amount: number, user_id = people.staff.id) =>
  as.admin.post('/coins', { user_id, amount, kind: 'fine', comment: 'Потрачено' })

/** The sums of the person's entries of the reward, and the person's balances. */
async function sums(id: number, userId = people.staff.id) {
  const entries = await db
    .from('ledger_entries')
    .select(['ledger', 'amount'])
    .where('source_type', '=', 'reward')
    .where('source_id', '=', id)
    .where('user_id', '=', userId)
    .execute()
  const sum = (ledger: string) =>
    entries.reduce((all, entry) => all + (entry.ledger === ledger ? entry.amount : 0), 0)
  return { money: sum('money'), coins: sum('coins') }
}
async function balance(userId = people.staff.id) {
  const rows = await db.from('accounts').select(['ledger', 'balance']).where('user_id', '=', userId).execute()
  return Object.fromEntries(rows.map((row) => [row.ledger, row.balance]))
}
const entryIds = async (id: number, ledger: 'money' | 'coins') =>
  (
    await db
      .from('ledger_entries')
      .select('id')
      .where('source_id', '=', id)
      .where('source_type', '=', 'reward')
      .where('ledger', '=', ledger)
      .orderBy('id')
      .execute()
  ).map((entry) => entry.id)
const audited = () =>
  db
    .from('audit')
    .select(['action', 'title', 'before', 'after'])
    .where('entity', '=', 'reward')
    .orderBy('id')
    .execute()

/** Sends a request that is refused, and checks that it leaves no trace. */
const refused = (send: () => Promise<Answer>) => leavingNoTrace(test_.root, [db.companyId], send)

describe('a reward', () => {
  test('for several users posts money and coins to each and notifies them', async () => {
    const user_ids = [second.id, people.staff.id]
    const answer = await give({ user_ids, title: 'Лучшая смена', money: 50_000, coins: 20 })
    expect(answer.statusCode).toBe(201)
    const rewards = given(answer)
    expect(rewards.map(({ user_id }) => user_id)).toEqual(user_ids)
    expect(rewards[0]).toMatchObject({
      title: 'Лучшая смена',
      description: '',
      money: 50_000,
      coins: 20,
      version: 1,
      created_by: people.admin.id,
      user: { full_name: 'Игорь Лаптев' },
      can: { edit: true, edit_worth: true, delete: true },
    })
    for (const { id, user_id } of rewards) {
      expect(await sums(id, user_id)).toEqual({ money: 50_000, coins: 20 })
      expect(await balance(user_id)).toEqual({ money: 50_000, coins: 20 })
    }
    const told = (await as.staff.post('/listing/notifications')).body.notifications as object[]
    expect(told).toMatchObject([{ kind: 'money_received' }])
  })

  test('without money and coins posts no entry', async () => {
    const { id } = await giveStaff({})
    expect([await entryIds(id, 'money'), await entryIds(id, 'coins')]).toEqual([[], []])
  })

  test('is given once for one idempotency key', async () => {
    const draft = { user_id: people.staff.id, title: 'Лучшая смена', coins: 20 }
    const options = { headers: { 'idempotency-key': 'reward-1' } }
    const send = () => as.admin.send('POST', '/rewards', draft, options)
    const [first, again] = [await send(), await send()]
    expect(again.body).toEqual(first.body)
    expect((await list(as.admin)).pagination.total).toBe(1)
    expect(await balance()).toMatchObject({ coins: 20 })
  })

  test('when edited posts only the difference and logs the change', async () => {
    const { id, version } = await giveStaff({ money: 50_000, coins: 20 })
    const answer = await edit(id, { money: 70_000, coins: 5, version })
    expect([answer.statusCode, rewardOf(answer)]).toMatchObject([
      200,
      { money: 70_000, coins: 5, version: 2 },
    ])
    expect(await sums(id)).toEqual({ money: 70_000, coins: 5 })
    expect(await balance()).toEqual({ money: 70_000, coins: 5 })
    expect((await audited()).at(-1)).toMatchObject({
      action: 'update',
      title: 'Дарья Климова',
      before: { money: 50_000, coins: 20 },
      after: { money: 70_000, coins: 5 },
    })
    // A new title posts nothing.
    await edit(id, { title: 'Лучшая неделя' })
    expect((await entryIds(id, 'money')).length).toBe(2)
  })

  test('when deleted takes back all that it brought', async () => {
    const { id } = await giveStaff({ money: 50_000, coins: 20 })
    await edit(id, { coins: 30, money: 10_000 })
    expect((await takeBack(id)).statusCode).toBe(200)
    expect(await sums(id)).toEqual({ money: 0, coins: 0 })
    expect(await balance()).toEqual({ money: 0, coins: 0 })
    expect((await list(as.admin)).rewards).toEqual([])
    expect((await audited()).at(-1)).toMatchObject({ action: 'delete', before: { coins: 30, money: 10_000 } })
    expect(codeOf(await refused(() => takeBack(id)))).toEqual([404, 'not_found'])
    expect(codeOf(await refused(() => edit(id, { coins: 1 })))).toEqual([404, 'not_found'])
  })

  test('has entries that equal its value after twenty concurrent edits, and zero once deleted', async () => {
    const { id } = await giveStaff({ money: 100, coins: 7 })
    const edits = Array.from({ length: 20 }, (_, index) =>
      edit(id, { money: 100 * ((index * 7) % 20), coins: (index * 3) % 20 }),
    )
    for (const { statusCode } of await Promise.all(edits)) expect(statusCode).toBe(200)
    const [reward] = (await list(as.admin)).rewards
    const last = { money: reward?.money, coins: reward?.coins }
    expect(await sums(id)).toEqual(last)
    expect(await balance()).toEqual(last)
    const removals = await Promise.all(Array.from({ length: 5 }, () => takeBack(id)))
    expect(removals.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404, 404, 404, 404])
    expect(await sums(id)).toEqual({ money: 0, coins: 0 })
    expect(await balance()).toEqual({ money: 0, coins: 0 })
  })

  test('with spent coins can be neither lowered below them nor deleted', async () => {
    const { id } = await giveStaff({ money: 50_000, coins: 20 })
    expect((await spend(15)).statusCode).toBe(201)
    const lowered = () => edit(id, { title: 'Меньше', money: 60_000, coins: 10 })
    expect(codeOf(await refused(lowered))).toEqual([409, 'insufficient_coins'])
    expect(codeOf(await refused(() => takeBack(id)))).toEqual([409, 'insufficient_coins'])
    expect((await edit(id, { coins: 15 })).statusCode).toBe(200)
    expect(await balance()).toEqual({ money: 50_000, coins: 0 })
  })

  test('with an entry reversed by hand keeps its worth on edit, and has none left on deletion', async () => {
    const { id } = await giveStaff({ money: 50_000, coins: 20 })
    const [coinEntry] = await entryIds(id, 'coins')
    await as.owner.post(`/coins/${coinEntry}/reverse`, { comment: 'Ошибка' })
    expect(await balance()).toEqual({ money: 50_000, coins: 0 })
    for (const client of [as.admin, as.owner]) {
      expect(codeOf(await refused(() => edit(id, { coins: 21 }, client)))).toEqual([409, 'wrong_state'])
      expect(codeOf(await refused(() => edit(id, { money: 1 }, client)))).toEqual([409, 'wrong_state'])
    }
    const { can } = rewardOf(await edit(id, { title: 'Лучшая неделя', coins: 20 }))
    expect(can).toEqual({ edit: true, edit_worth: false, delete: true })
    expect(await sums(id)).toEqual({ money: 50_000, coins: 0 })
    expect((await takeBack(id)).statusCode).toBe(200)
    expect(await balance()).toEqual({ money: 0, coins: 0 })
  })

  test('is not overwritten by a stale edit of the same field', async () => {
    const { id, version } = await giveStaff({ coins: 20 })
    await edit(id, { coins: 30, version }, as.owner)
    const late = await refused(() => edit(id, { coins: 40, version }))
    expect(codeOf(late)).toEqual([409, 'stale'])
    expect(late.body.current).toMatchObject({ id, coins: 30, version: 2, can: { edit: true } })
    // Another field was changed, so both edits stay.
    expect((await edit(id, { title: 'Лучшая неделя', version })).statusCode).toBe(200)
    expect(await balance()).toMatchObject({ coins: 30 })
  })
})

describe('bad input', () => {
  const who = () => ({ user_id: people.staff.id })
  test.each<[string, object, () => object]>([
    ['title', { title: '' }, who],
    ['title', { title: 'х'.repeat(201) }, who],
    ['money', { money: -1 }, who],
    ['money', { money: 1.5 }, who],
    ['money', { money: 100_000_000_001 }, who],
    ['coins', { coins: -1 }, who],
    ['coins', { coins: 1_000_000_001 }, who],
    ['description', { description: 'х'.repeat(2001) }, who],
    ['created_by', { created_by: 1 }, who],
    ['user_id', {}, () => ({})],
    ['user_ids', { user_ids: [] }, () => ({})],
    ['user_id', {}, () => ({ ...who(), user_ids: [second.id] })],
  ])('%s is refused at its field (%#)', async (path, fields, whom) => {
    const answer = await refused(() => give({ title: 'Смена', coins: 1, ...fields, ...whom() }))
    expect(fieldsOf(answer)).toEqual([422, path])
  })

  test('nobody gets a reward if one of the users cannot get it', async () => {
    const stranger = (await buildTeam(test_)).people.staff
    const archived = await buildUser(test_.root, db, 'staff', { status: 'archived' })
    for (const wrong of [people.staff.id, stranger.id, archived.id, 999_999_999]) {
      const user_ids = [people.staff.id, second.id, wrong]
      const answer = await refused(() => give({ user_ids, title: 'Смена', coins: 20, money: 100 }))
      expect(fieldsOf(answer)).toEqual([422, 'user_ids.2'])
    }
    expect(fieldsOf(await refused(() => give({ user_id: archived.id, title: 'Смена', coins: 1 })))).toEqual([
      422,
      'user_id',
    ])
  })
})

describe('access', () => {
  test('a guest may do nothing', async () => {
    const { id } = await giveStaff({ coins: 20 })
    const guest = await TestClient.guest(test_.app)
    const draft = { user_id: people.staff.id, title: 'Смена', coins: 1 }
    for (const send of [
      () => give(draft, guest),
      () => edit(id, { coins: 1 }, guest),
      () => takeBack(id, guest),
      () => guest.post('/listing/rewards'),
    ])
      expect((await refused(send)).statusCode).toBe(401)
  })

  test('staff see only their own rewards and change nothing', async () => {
    const mine = await giveStaff({ coins: 20 })
    const [other] = given(await give({ user_id: second.id, title: 'Смена', coins: 5, money: 100 }))
    const { rewards, totals } = await list(as.staff)
    expect(rewards).toMatchObject([{ id: mine.id, can: { edit: false, delete: false } }])
    expect(totals).toEqual({ money: 0, coins: 20 })
    expect((await list(as.staff, { user_id: second.id })).rewards).toEqual([])
    expect((await list(as.staff, { ids: [other!.id] })).pagination.total).toBe(0) // given above
    for (const send of [
      () => give({ user_id: people.staff.id, title: 'Смена', coins: 1 }, as.staff),
      () => edit(mine.id, { coins: 100 }, as.staff),
      () => takeBack(mine.id, as.staff),
    ])
      expect(codeOf(await refused(send))).toEqual([403, 'forbidden'])
  })

  test('an admin may not give, edit or delete an own reward; an owner may give one', async () => {
    const toSelf = { title: 'Себе', coins: 1 }
    const own = () => give({ ...toSelf, user_id: people.admin.id })
    expect(codeOf(await refused(own))).toEqual([403, 'forbidden'])
    const among = () => give({ ...toSelf, user_ids: [people.staff.id, people.admin.id] })
    expect(codeOf(await refused(among))).toEqual([403, 'forbidden'])
    expect((await give({ ...toSelf, user_id: people.owner.id }, as.owner)).statusCode).toBe(201)

    const [ofAdmin] = given(await give({ ...toSelf, user_id: people.admin.id }, as.owner))
    const { id = 0 } = ofAdmin ?? {}
    const [row] = (await list(as.admin, { user_id: people.admin.id })).rewards
    expect(row).toMatchObject({ id, can: { edit: false, delete: false } })
    expect(codeOf(await refused(() => edit(id, { coins: 9 })))).toEqual([403, 'forbidden'])
    expect(codeOf(await refused(() => takeBack(id)))).toEqual([403, 'forbidden'])
  })

  test('another company has no access', async () => {
    const { id } = await giveStaff({ coins: 20 })
    const stranger = (await buildTeam(test_)).as.owner
    expect(codeOf(await refused(() => edit(id, { coins: 1 }, stranger)))).toEqual([404, 'not_found'])
    expect(codeOf(await refused(() => takeBack(id, stranger)))).toEqual([404, 'not_found'])
    expect((await list(stranger)).rewards).toEqual([])
  })
})

describe('the list', () => {
  test('is searched by title, description and person, sorted, and totals all matches', async () => {
    await give({ user_id: people.staff.id, title: 'Порядок', description: 'Склад сияет', money: 100 })
    await give({ user_ids: [second.id], title: 'Смена', coins: 7, money: 250 })
    const titles = async (filters: object, query = '') =>
      (await list(as.admin, filters, query)).rewards.map(({ title }) => title)
    expect(await titles({ search: 'сияет' })).toEqual(['Порядок'])
    expect(await titles({ search: 'лаптев' })).toEqual(['Смена'])
    expect(await titles({}, '?sort_by=money&direction=asc')).toEqual(['Порядок', 'Смена'])
    expect(await titles({ user_id: second.id })).toEqual(['Смена'])
    expect(await titles({ date_to: '2020-01-01' })).toEqual([])
    const { totals, pagination } = await list(as.admin, {}, '?limit=1')
    expect([totals, pagination.total]).toEqual([{ money: 350, coins: 7 }, 2])
  })

  test('is exported with the same people and sums', async () => {
    await give({ user_id: second.id, title: 'Смена', coins: 7, money: 25_000 })
    const { raw } = await as.admin.post('/listing/rewards?format=csv')
    const [head, row] = raw.body.split(/\r?\n/)
    expect(head).toContain('За что')
    expect(row).toMatch(/Игорь Лаптев.*Смена.*250.*7/)
  })
})
