import { beforeEach, describe, expect, test } from 'vitest'
import { moveClock, stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, type TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { buildUser, type TestUser } from '../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { countAnswers, times } from '../../testing/together.ts'

const test_ = useTestApp()

let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  return () => {
    stopClockAt(null)
    moveClock(0)
  }
})

type Row = Record<string, unknown> & { id: number; amount: number; balance: number }
const entriesOf = ({ body }: Answer, ledger = 'money') => body[ledger] as Row[]
const give = (client: TestClient, body: object, ledger = 'money') =>
  client.post(`/${ledger}`, { user_id: people.staff.id, kind: 'bonus', ...body })
const list = async (client: TestClient, filters: object = {}, ledger = 'money', query = '') =>
  (await client.post(`/listing/${ledger}${query}`, filters)).body as Record<string, Row[]> & {
    totals: { in: number; out: number; balance: number }
    pagination: { total: number; exact: boolean }
  }
const balancesOf = async (id: number) => {
  const { body } = await as.owner.get(`/users/${id}`)
  const { money, coins } = body.user as { money: number; coins: number }
  return { money, coins }
}
const staffOf = (count: number, to = db) =>
  Promise.all(Array.from({ length: count }, () => buildUser(test_.root, to, 'staff')))
const idsOf = (users: readonly TestUser[]) => users.map(({ id }) => id)
const unchanged = async (work: () => Promise<unknown>) => {
  const before = await fingerprint(test_.root, [db.companyId])
  await work()
  expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
}

describe('posting', () => {
  test('stores the person, the balance and the creator of the entry', async () => {
    const given = await give(as.admin, { amount: 150_050, comment: 'За субботу' })
    expect(given.statusCode).toBe(201)
    expect(entriesOf(given)).toMatchObject([
      {
        user_id: people.staff.id,
        amount: 150_050,
        balance: 150_050,
        kind: 'bonus',
        comment: 'За субботу',
        reverses_id: null,
        reversed_by_id: null,
        created_by: people.admin.id,
        user: { id: people.staff.id },
        creator: { id: people.admin.id },
        can: { reverse: false },
        source: { type: 'posting', title: null },
      },
    ])
    const fined = await give(as.admin, { amount: 200_000, kind: 'fine', comment: 'Брак' })
    expect(entriesOf(fined)).toMatchObject([{ amount: -200_000, balance: -49_950 }])
    expect(await balancesOf(people.staff.id)).toEqual({ money: -49_950, coins: 0 })
    expect((await as.staff.post('/auth/init')).body.user).toMatchObject({ money: -49_950, coins: 0 })
  })

  test('to many people adds an entry for each, in the given order', async () => {
    const [one, two] = await staffOf(2)
    const same = await as.admin.post('/coins', { user_ids: [two!.id, one!.id], amount: 7, kind: 'bonus' })
    expect(entriesOf(same, 'coins').map(({ user_id, balance }) => [user_id, balance])).toEqual([
      [two!.id, 7],
      [one!.id, 7],
    ])
    const entries = [
      { user_id: one!.id, amount: 3 },
      { user_id: two!.id, amount: 5 },
    ]
    const each = await as.admin.post('/coins', { entries, kind: 'fine', comment: 'Опоздание' })
    expect(entriesOf(each, 'coins').map(({ balance }) => balance)).toEqual([4, 2])
    const [first, second] = entriesOf(each, 'coins')
    expect(first?.source).toEqual(second?.source)
    const together = await list(as.admin, { source_id: (first!.source as { id: number }).id }, 'coins')
    expect(together.coins?.length).toBe(2)
  })

  test('an adjustment adds or subtracts', async () => {
    const adjust = (direction: string) =>
      give(as.admin, { amount: 40, kind: 'adjustment', direction, comment: 'Сверка' }, 'coins')
    expect(entriesOf(await adjust('in'), 'coins')).toMatchObject([{ amount: 40, balance: 40 }])
    expect(entriesOf(await adjust('out'), 'coins')).toMatchObject([{ amount: -40, balance: 0 }])
    expect(codeOf(await adjust('out'))).toEqual([409, 'insufficient_coins'])
  })

  test('a payout never exceeds the balance', async () => {
    await give(as.admin, { amount: 1000 })
    await unchanged(async () => {
      expect(codeOf(await give(as.admin, { amount: 1001, kind: 'payout' }))).toEqual([
        409,
        'insufficient_money',
      ])
    })
    expect(entriesOf(await give(as.admin, { amount: 1000, kind: 'payout' }))).toMatchObject([{ balance: 0 }])
    await give(as.admin, { amount: 1000 }, 'coins')
    await unchanged(async () => {
      const payout = await give(as.admin, { amount: 5, kind: 'payout' }, 'coins')
      expect(fieldsOf(payout)).toEqual([422, 'kind'])
    })
  })

  test.each([
    ...[0, -1, 1.5, 2 ** 53, 2 ** 63, '٣', '1 000', '', null, '5'].map((amount) => [{ amount }, 'amount']),
    [{ amount: 100_000_000_001 }, 'amount'],
    [{}, 'amount'],
    [{ amount: 5, kind: 'task' }, 'kind'],
    [{ amount: 5, kind: 'purchase' }, 'kind'],
    [{ amount: 5, kind: 'fine' }, 'comment'],
    [{ amount: 5, kind: 'fine', comment: '  ' }, 'comment'],
    [{ amount: 5, kind: 'adjustment', comment: 'Сверка' }, 'direction'],
    [{ amount: 5, direction: 'in' }, 'direction'],
    [{ amount: 5, comment: 'x'.repeat(501) }, 'comment'],
    [{ amount: 5, balance: 5 }, 'balance'],
    [{ amount: 5, user_ids: [1] }, 'user_ids'],
    [{ amount: 5, user_id: undefined }, 'user_id'],
    [{ amount: 5, user_id: 999_999_999 }, 'user_id'],
  ] as [object, string][])('rejects the input %j at its field', async (body, field) => {
    await unchanged(async () => expect(fieldsOf(await give(as.admin, body))).toEqual([422, field]))
  })

  test('accepts a form too, where an amount consists of digits only', async () => {
    const send = (payload: string) =>
      as.admin.send('POST', '/money', undefined, {
        payload,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const whose = `entries[0][user_id]=${people.staff.id}&entries[0][amount]=`
    const sent = await send(`${whose}150&kind=bonus&comment=`)
    expect(entriesOf(sent)).toMatchObject([{ amount: 150, comment: null }])
    for (const amount of ['1e3', '0x10', '1.5', '%D9%A3', '1 000', '-5', '']) {
      expect(fieldsOf(await send(`${whose}${amount}&kind=bonus`))).toEqual([422, 'entries.0.amount'])
    }
    const many = `user_ids[]=${people.staff.id}&user_ids[]=${people.owner.id}&amount=5&kind=bonus`
    expect((await send(many)).statusCode).toBe(201)
  })

  test('no balance exceeds its limit or overflows', async () => {
    const most = 100_000_000_000
    const answers: Answer[] = []
    for (let count = 0; count < 101; count++) answers.push(await give(as.admin, { amount: most }))
    expect(countAnswers(answers)).toEqual({ 201: 100, '422 invalid': 1 })
    expect(fieldsOf(answers[100]!)).toEqual([422, 'amount'])
    expect(await balancesOf(people.staff.id)).toMatchObject({ money: 100 * most })
    expect(codeOf(await give(as.admin, { amount: most, kind: 'payout' }))).toEqual([201, undefined])
  })

  test('rejects a batch as a whole if a person is archived, foreign or named twice', async () => {
    const team = await staffOf(20)
    const archived = await buildUser(test_.root, db, 'staff', { status: 'archived' })
    const { people: others } = await buildTeam(test_)
    for (const wrong of [archived.id, others.staff.id, team[0]!.id]) {
      const user_ids = [...idsOf(team).slice(0, 19), wrong]
      await unchanged(async () => {
        const answer = await as.admin.post('/money', { user_ids, amount: 5, kind: 'bonus' })
        expect(fieldsOf(answer)).toEqual([422, 'user_ids.19'])
        const entries = user_ids.map((user_id) => ({ user_id, amount: 5 }))
        const each = await as.admin.post('/money', { entries, kind: 'bonus' })
        expect(fieldsOf(each)).toEqual([422, 'entries.19.user_id'])
      })
    }
  })

  test('an archived person gets a payout, but no bonus or fine', async () => {
    const [leaver] = await staffOf(1)
    await give(as.admin, { user_id: leaver!.id, amount: 500 })
    await db.update('users', { status: 'archived' }).where('id', '=', leaver!.id).execute()
    for (const kind of ['bonus', 'fine'] as const) {
      const answer = await give(as.admin, { user_id: leaver!.id, amount: 5, kind, comment: 'Брак' })
      expect(fieldsOf(answer)).toEqual([422, 'user_id'])
    }
    const paid = await give(as.admin, { user_id: leaver!.id, amount: 500, kind: 'payout' })
    expect(codeOf(paid)).toEqual([201, undefined])
    expect(await balancesOf(leaver!.id)).toMatchObject({ money: 0 })
  })

  test('an admin cannot post to themself, alone or among others; an owner can', async () => {
    const to = (user_ids: number[]) => ({ user_id: undefined, user_ids, amount: 5 })
    await unchanged(async () => {
      expect(codeOf(await give(as.admin, { user_id: people.admin.id, amount: 5 }))).toEqual([
        403,
        'forbidden',
      ])
      expect(codeOf(await give(as.admin, to([people.staff.id, people.admin.id])))).toEqual([403, 'forbidden'])
      // The database lets an admin take from themself, so here only the call refuses it.
      const fine = { ...to([people.staff.id, people.admin.id]), kind: 'fine', comment: 'Брак' }
      expect(codeOf(await give(as.admin, fine))).toEqual([403, 'forbidden'])
    })
    expect((await give(as.owner, to([people.owner.id, people.staff.id]))).statusCode).toBe(201)
  })

  test('notifies the person, and logs the actor', async () => {
    await give(as.admin, { amount: 50_000, kind: 'bonus', comment: 'За субботу' })
    await give(as.admin, { amount: 1, kind: 'fine', comment: 'Брак' })
    await give(as.admin, { amount: 21, kind: 'bonus' }, 'coins')
    const { body } = await as.staff.post('/listing/notifications')
    const told = (body.notifications as Record<string, string>[]).map(({ kind, title, body, url }) => [
      kind,
      title?.replace(/\s/g, ' '),
      body,
      url,
    ])
    expect(told).toEqual([
      ['coins_received', 'Премия: +21 монета', '', '/coins'],
      ['money_received', 'Штраф: −0,01 ₽', 'Брак', '/money'],
      ['money_received', 'Премия: +500 ₽', 'За субботу', '/money'],
    ])
    const log = await as.owner.post('/listing/audit', { entity: 'money' })
    expect(log.body.audit).toMatchObject([
      { action: 'create', title: 'Дарья Климова', after: { kind: 'fine', amount: -1, comment: 'Брак' } },
      { action: 'create', user: { id: people.admin.id }, after: { kind: 'bonus', amount: 50_000 } },
    ])
    const ofCoins = await as.owner.post('/listing/audit', { entity: 'coins' })
    // Without a comment, the log entry has no such field, so that nobody sees an empty one.
    expect((ofCoins.body.audit as { after: object }[]).map(({ after }) => after)).toEqual([
      { kind: 'bonus', amount: 21 },
    ])
  })
})

describe('concurrent postings', () => {
  test('twenty with one idempotency key give one entry and one response', async () => {
    const send = (body: object) =>
      as.admin.send(
        'POST',
        '/money',
        { user_id: people.staff.id, kind: 'bonus', ...body },
        {
          headers: { 'idempotency-key': 'one' },
        },
      )
    const answers = await times(20, () => send({ amount: 5 }))
    for (const { statusCode, raw } of answers) {
      expect([statusCode, raw.json()]).toEqual([201, answers[0]!.raw.json()])
    }
    expect(codeOf(await send({ amount: 6 }))).toEqual([409, 'idempotency_conflict'])
    expect(await balancesOf(people.staff.id)).toEqual({ money: 5, coins: 0 })
  })

  test('only one of ten payouts of the whole balance succeeds', async () => {
    await give(as.admin, { amount: 900 })
    const answers = await times(10, () => give(as.admin, { amount: 900, kind: 'payout' }))
    expect(countAnswers(answers)).toEqual({ 201: 1, '409 insufficient_money': 9 })
    expect((await balancesOf(people.staff.id)).money).toBe(0)
  })

  test('only fifty of a hundred fines of ten coins succeed with five hundred coins', async () => {
    await give(as.admin, { amount: 500 }, 'coins')
    const fine = { amount: 10, kind: 'fine', comment: 'Опоздание' }
    expect(countAnswers(await times(100, () => give(as.admin, fine, 'coins')))).toEqual({
      201: 50,
      '409 insufficient_coins': 50,
    })
    const { totals } = await list(as.admin, { user_id: people.staff.id }, 'coins')
    expect(totals).toEqual({ in: 500, out: 500, balance: 0 })
  })

  test('fifty batches for the same twenty people in either order all succeed', async () => {
    const team = idsOf(await staffOf(20))
    const answers = await times(50, (index) =>
      as.admin.post('/coins', {
        user_ids: index % 2 === 0 ? team : team.toReversed(),
        amount: index + 1,
        kind: 'bonus',
      }),
    )
    expect(countAnswers(answers)).toEqual({ 201: 50 })
    const sum = (50 * 51) / 2
    expect(await Promise.all(team.map(async (id) => (await balancesOf(id)).coins))).toEqual(
      team.map(() => sum),
    )
  })

  test('each balance follows from the previous entry', async () => {
    await times(40, (index) => give(as.admin, { amount: index + 1 }))
    const { money = [] } = await list(
      as.admin,
      { user_id: people.staff.id },
      'money',
      '?limit=100&direction=asc',
    )
    let balance = 0
    for (const entry of money) {
      balance += entry.amount
      expect(entry.balance).toBe(balance)
    }
    expect([money.length, balance]).toEqual([40, 820])
  })
})

describe('a reversal', () => {
  const reverse = (id: number, ledger = 'money', client = as.owner) =>
    client.post(`/${ledger}/${id}/reverse`, { comment: 'Ошибка' })

  test('has the opposite amount, and both entries refer to each other', async () => {
    const [fine] = entriesOf(await give(as.admin, { amount: 70, kind: 'fine', comment: 'Брак' }))
    const answer = await reverse(fine!.id)
    expect(answer.statusCode).toBe(201)
    const entry = answer.body.entry as Row
    expect(entry).toMatchObject({
      amount: 70,
      balance: 0,
      kind: 'reversal',
      reverses_id: fine!.id,
      comment: 'Ошибка',
      source: fine!.source,
      can: { reverse: false },
    })
    const { money = [] } = await list(as.owner)
    expect(money).toMatchObject([
      { id: entry.id, reversed_by_id: null },
      { id: fine!.id, reversed_by_id: entry.id, can: { reverse: false } },
    ])
    const log = await as.owner.post('/listing/audit', { action: 'reverse' })
    expect(log.body.audit).toMatchObject([
      { entity: 'money', entity_id: fine!.id, after: { comment: 'Ошибка' } },
    ])
  })

  test('succeeds once for twenty concurrent requests, and cannot be reversed itself', async () => {
    const [entry] = entriesOf(await give(as.admin, { amount: 70 }))
    const answers = await times(20, () => reverse(entry!.id))
    expect(countAnswers(answers)).toEqual({ 201: 1, '409 already_reversed': 19 })
    const { id } = answers.find(({ statusCode }) => statusCode === 201)!.body.entry as Row
    await unchanged(async () => expect(codeOf(await reverse(id))).toEqual([409, 'wrong_state']))
    expect((await balancesOf(people.staff.id)).money).toBe(0)
  })

  test('of spent coins is rejected', async () => {
    const [bonus] = entriesOf(await give(as.admin, { amount: 10 }, 'coins'), 'coins')
    await give(as.admin, { amount: 1, kind: 'fine', comment: 'Опоздание' }, 'coins')
    await unchanged(async () =>
      expect(codeOf(await reverse(bonus!.id, 'coins'))).toEqual([409, 'insufficient_coins']),
    )
  })

  test('needs a reason, an entry of that ledger, and an owner', async () => {
    const [entry] = entriesOf(await give(as.admin, { amount: 70 }))
    await unchanged(async () => {
      expect(fieldsOf(await as.owner.post(`/money/${entry!.id}/reverse`))).toEqual([422, 'comment'])
      expect(codeOf(await reverse(entry!.id, 'coins'))).toEqual([404, 'not_found'])
      expect(codeOf(await reverse(entry!.id, 'money', as.admin))).toEqual([403, 'forbidden'])
    })
  })
})

test('a person with entries cannot be deleted, and the check list shows the unpaid balance', async () => {
  await give(as.admin, { amount: 500 })
  expect(codeOf(await as.owner.send('DELETE', `/users/${people.staff.id}`))).toEqual([409, 'has_history'])
  const { body } = await as.admin.get(`/users/${people.staff.id}/unfinished`)
  expect(body.unfinished).toMatchObject({ money: 500, coins: 0 })
  const [nobody] = await staffOf(1)
  expect((await as.owner.send('DELETE', `/users/${nobody!.id}`)).statusCode).toBe(200)
})
