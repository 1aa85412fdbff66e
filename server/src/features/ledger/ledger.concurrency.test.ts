import { expect, test } from 'vitest'
import { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { actorOf, buildEntry, buildTask } from '../../testing/rows/build.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { somebodyWaits } from '../../testing/waits.ts'
import { reverseByHand } from './ledger.ts'

const test_ = useTestApp()

/** Runs `work` in a transaction that ends once `call` waits for its locks. @returns the answer of `call` */
async function whileHeld<T>(
  db: Db,
  work: (mine: Db) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  const { answer } = await test_.root.transaction().execute(async (connection) => {
    await work(new Db(connection, db.companyId))
    const called = call()
    await somebodyWaits(connection)
    return { answer: called }
  })
  return answer
}

test('deleting a reward during the reversal of one of its entries reverses only the rest', async () => {
  const { db, people, as } = await buildTeam(test_)
  const given = await as.owner.post('/rewards', {
    user_id: people.staff.id,
    title: 'Лучший месяц',
    money: 500,
    coins: 5,
  })
  const [reward] = given.body.rewards as { id: number }[]
  const entry = await db
    .from('ledger_entries')
    .select('id')
    .where('ledger', '=', 'money')
    .executeTakeFirstOrThrow()
  const { statusCode } = await whileHeld(
    db,
    (mine) => reverseByHand(mine, actorOf(people.owner), 'money', entry.id, 'Ошибка'),
    () => as.owner.send('DELETE', `/rewards/${reward?.id}`),
  )
  expect(statusCode).toBe(200)
  const accounts = await db
    .from('accounts')
    .select(['balance', 'entries'])
    .where('user_id', '=', people.staff.id)
    .execute()
  expect(accounts).toEqual([
    { balance: 0, entries: 2 },
    { balance: 0, entries: 2 },
  ])
})

test('the reversal of a credit waits for a change of its task', async () => {
  const { db, people, as } = await buildTeam(test_)
  const taskId = await buildTask(db, people.admin)
  const id = await buildEntry(db, people.staff, {
    kind: 'task',
    source_type: 'task',
    source_id: taskId,
    key: `task:${taskId}`,
  })
  const { statusCode } = await whileHeld(
    db,
    (mine) => mine.from('tasks').select('id').where('id', '=', taskId).forUpdate().execute(),
    () => as.owner.post(`/money/${id}/reverse`, { comment: 'Ошибка' }),
  )
  expect(statusCode).toBe(201)
})

test('editing a reward during the reversal of one of its entries is refused', async () => {
  const { db, people, as } = await buildTeam(test_)
  const worth = { money: 500, coins: 5 }
  const given = await as.admin.post('/rewards', { user_id: people.staff.id, title: 'Лучший месяц', ...worth })
  const [reward] = given.body.rewards as { id: number }[]
  const entries = db.from('ledger_entries').select('id').where('ledger', '=', 'money')
  const entry = await entries.executeTakeFirstOrThrow()
  const { statusCode } = await whileHeld(
    db,
    (mine) => reverseByHand(mine, actorOf(people.owner), 'money', entry.id, 'Ошибка'),
    () => as.admin.send('PUT', `/rewards/${reward?.id}`, { money: 700 }),
  )
  expect(statusCode).toBe(409)
  const account = db.from('accounts').select('balance').where('user_id', '=', people.staff.id)
  expect(await account.where('ledger', '=', 'money').executeTakeFirst()).toEqual({ balance: 0 })
})

test.each([
  ['/money', { amount: 500, kind: 'bonus' }, [422, 'invalid']],
  ['/rewards', { money: 500, title: 'Лучший месяц' }, [409, 'conflict']],
] as const)('%s for a person who is deleted meanwhile is rejected', async (path, body, answer) => {
  const { db, people, as } = await buildTeam(test_)
  const { statusCode, body: answered } = await whileHeld(
    db,
    (mine) => mine.remove('users').where('id', '=', people.staff.id).execute(),
    () => as.owner.post(path, { user_id: people.staff.id, ...body }),
  )
  expect([statusCode, answered.code]).toEqual(answer)
})

test('a posting with an idempotency key gets 503 in time if the account stays locked', {
  timeout: 30_000,
}, async () => {
  const { db, people, as } = await buildTeam(test_)
  await test_.root.transaction().execute(async (connection) => {
    const accounts = new Db(connection, db.companyId).from('accounts').select('user_id')
    await accounts.where('user_id', '=', people.staff.id).forUpdate().execute()
    const begun = performance.now()
    const bonus = { user_id: people.staff.id, amount: 500, kind: 'bonus' }
    const { statusCode } = await as.owner.send('POST', '/money', bonus, {
      headers: { 'idempotency-key': 'patience' },
    })
    expect(statusCode).toBe(503)
    expect(performance.now() - begun).toBeLessThan(9000)
  })
})
