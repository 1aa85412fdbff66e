import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rows } from '../testing/access/rows.ts'
import { ask, declared, useStage } from '../testing/access/world.ts'
import { useTestApp } from '../testing/app.ts'
import type { Answer } from '../testing/client.ts'
import { buildAchievement, buildEntry, buildShift, buildTask } from '../testing/rows/build.ts'
import { buildOrder, buildShopItem } from '../testing/rows/shop.ts'
import { buildTeam, type Team } from '../testing/rows/team.ts'
import { wealthOf } from '../testing/rows/wealth.ts'

const test_ = useTestApp()

type Drawn = { kind: number; pick: number; other: number; amount: number; isOwn: boolean; flag: boolean }

const anyCall: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.nat(1000),
  pick: fc.nat(1000),
  other: fc.nat(1000),
  amount: fc.integer({ min: 1, max: 5000 }),
  isOwn: fc.boolean(),
  flag: fc.boolean(),
})

const pickOf = <T>(of: readonly T[], index: number): T => of[index % of.length]! // no list is empty

/** Calls that succeeded at least once. A call that never succeeds would test nothing. */
const taken = new Set<string>()

/** A company in which the admin owns one of everything that could be turned into money. */
class Attack {
  readonly team: Team
  #tasks: number[] = []
  #rewards: number[] = []
  #achievements: number[] = []
  #orders: number[] = []
  #shifts: number[] = []
  #item = 0

  constructor(team: Team) {
    this.team = team
  }

  async prepare(): Promise<void> {
    const { db, people, as } = this.team
    const { staff, admin, owner } = people
    const pay = { money: 1000, coins: 10 }
    const begun = { started_at: '2026-11-20T06:00:00.000Z' }
    const inReview = { ...begun, status: 'review', finished_at: '2026-11-20T07:00:00.000Z' } as const
    for (const user of [admin, staff]) {
      this.#tasks.push(
        await buildTask(db, owner, { ...pay, user_id: user.id }),
        await buildTask(db, admin, { ...pay, ...begun, user_id: user.id, status: 'paused' }),
        await buildTask(db, owner, { ...pay, ...inReview, user_id: user.id, quantity_done: 1 }),
      )
      const done = await buildTask(db, owner, { ...pay, ...inReview, user_id: user.id, quantity_done: 1 })
      await as.owner.post(`/tasks/${done}/approve`)
      this.#tasks.push(done)
      const { body } = await as.owner.post('/rewards', { user_id: user.id, title: 'За лад', ...pay })
      this.#rewards.push((body.rewards as { id: number }[])[0]?.id ?? 0)
      this.#achievements.push(await buildAchievement(db, user, owner))
      this.#shifts.push(await buildShift(db, user, { confirmed: false, source: 'auto', ...punched }))
      this.#orders.push(await buildOrder(db, user))
    }
    this.#tasks.push(await buildTask(db, owner, pay))
    this.#item = await buildShopItem(db, owner)
    await buildEntry(db, admin, { kind: 'fine', amount: -700, comment: 'Брак' })
    await buildEntry(db, admin, { ledger: 'coins', amount: 500 })
  }

  /** One call by the admin, chosen by the random draw. */
  async call(drawn: Drawn): Promise<void> {
    const calls = [
      this.#createTask,
      this.#updateTask,
      this.#updateTask,
      this.#stepTask,
      this.#stepTask,
      this.#stepTask,
      this.#bulk,
      this.#post,
      this.#reverse,
      this.#reward,
      this.#achieve,
      this.#order,
      this.#hours,
      this.#person,
    ]
    const drawnCall = pickOf(calls, drawn.kind)
    const answer = await drawnCall.call(this, drawn)
    expect(answer.statusCode, JSON.stringify(answer.body)).toBeLessThan(500)
    if (answer.statusCode < 300) taken.add(drawnCall.name)
  }

  #userOf({ isOwn }: Drawn): number {
    return this.team.people[isOwn ? 'admin' : 'staff'].id
  }

  #termsOf(drawn: Drawn): object {
    return pickOf(
      [
        { user_id: this.#userOf(drawn) },
        { money: drawn.amount * 100, coins: drawn.amount },
        { quantity: 1 + (drawn.amount % 9) },
        { requires_review: drawn.flag },
        { user_id: this.#userOf(drawn), money: drawn.amount, requires_review: drawn.flag },
      ],
      drawn.other,
    )
  }

  async #createTask(drawn: Drawn): Promise<Answer> {
    const draft = { title: 'Набор', user_id: this.#userOf(drawn), money: drawn.amount, coins: drawn.amount }
    const { as } = this.team
    const answer = drawn.flag
      ? await as.admin.post('/tasks/create_many', { tasks: [{ ...draft, requires_review: false }] })
      : await as.admin.post('/tasks/create', draft)
    const { task, tasks } = answer.body as { task?: { id: number }; tasks?: { id: number }[] }
    for (const { id } of [task ?? [], tasks ?? []].flat()) this.#tasks.push(id)
    return answer
  }

  #updateTask(drawn: Drawn): Promise<Answer> {
    return this.team.as.admin.send('PUT', `/tasks/${pickOf(this.#tasks, drawn.pick)}`, this.#termsOf(drawn))
  }

  #stepTask(drawn: Drawn): Promise<Answer> {
    const path = `/tasks/${pickOf(this.#tasks, drawn.pick)}`
    const steps = [
      'start',
      'pause',
      'finish',
      'finish',
      'approve',
      'approve',
      'return',
      'cancel',
      'delete',
    ] as const
    const step = pickOf(steps, drawn.other)
    const { admin } = this.team.as
    if (step === 'delete') return admin.send('DELETE', path)
    return admin.post(`${path}/${step}`, step === 'return' ? { reason: 'Ещё раз' } : {})
  }

  #bulk(drawn: Drawn): Promise<Answer> {
    const ids = [pickOf(this.#tasks, drawn.pick), pickOf(this.#tasks, drawn.other)]
    const action = pickOf(
      [
        { action: 'assign', value: this.#userOf(drawn) },
        { action: 'approve' },
        { action: 'delete' },
        { action: 'cancel' },
      ],
      drawn.amount,
    )
    return this.team.as.admin.post('/tasks/bulk', { ids, ...action })
  }

  #post(drawn: Drawn): Promise<Answer> {
    const kind = pickOf(
      [
        { kind: 'bonus' },
        { kind: 'fine', comment: 'Брак' },
        { kind: 'adjustment', direction: drawn.flag ? 'in' : 'out', comment: 'Пересчёт' },
      ],
      drawn.other,
    )
    const { staff, admin } = this.team.people
    const to = pickOf([{ user_id: this.#userOf(drawn) }, { user_ids: [staff.id, admin.id] }], drawn.pick)
    return this.team.as.admin.post(drawn.flag ? '/money' : '/coins', { ...to, ...kind, amount: drawn.amount })
  }

  async #reverse(drawn: Drawn): Promise<Answer> {
    const ledger = drawn.flag ? 'money' : 'coins'
    const { body } = await this.team.as.admin.post(`/listing/${ledger}`)
    const { id } = pickOf(body[ledger] as { id: number }[], drawn.pick)
    return this.team.as.admin.post(`/${ledger}/${id}/reverse`, { comment: 'Ошибка' })
  }

  async #reward(drawn: Drawn): Promise<Answer> {
    const { admin } = this.team.as
    const path = `/rewards/${pickOf(this.#rewards, drawn.pick)}`
    const worth = { money: drawn.amount, coins: drawn.amount % 7 }
    if (drawn.other % 3 === 0) return admin.send('PUT', path, worth)
    if (drawn.other % 3 === 1) return admin.send('DELETE', path)
    const answer = await admin.post('/rewards', { user_id: this.#userOf(drawn), title: 'За лад', ...worth })
    for (const { id } of (answer.body.rewards as { id: number }[] | undefined) ?? []) this.#rewards.push(id)
    return answer
  }

  #achieve(drawn: Drawn): Promise<Answer> {
    const { admin } = this.team.as
    if (drawn.flag)
      return admin.post(`/users/give/${this.#userOf(drawn)}/achievement`, { achievement: 'veteran' })
    const id = pickOf(this.#achievements, drawn.pick)
    return admin.post(`/achievements/${id}/revoke`, { comment: 'Ошибка' })
  }

  async #order(drawn: Drawn): Promise<Answer> {
    const { admin } = this.team.as
    const path = `/orders/${pickOf(this.#orders, drawn.pick)}`
    if (drawn.other % 4 === 0) return admin.post(`${path}/undo`)
    if (drawn.other % 4 === 1)
      return admin.send('PUT', `/shop-items/${this.#item}`, { price: 1 + (drawn.amount % 200) })
    const status = pickOf(['processing', 'cancelled', 'delivered'], drawn.amount)
    if (drawn.flag) return admin.send('PUT', path, { status, comment: 'Отмена' })
    const answer = await admin.post('/orders/create', { item_id: this.#item, quantity: 1 })
    const { order } = answer.body as { order?: { id: number } }
    if (order) this.#orders.push(order.id)
    return answer
  }

  #hours(drawn: Drawn): Promise<Answer> {
    const { admin } = this.team.as
    const day = String(1 + (drawn.amount % 18)).padStart(2, '0')
    const started_at = `2026-11-${day}T06:00:00.000Z`
    const ended_at = `2026-11-${day}T${10 + (drawn.pick % 9)}:00:00.000Z`
    const path = `/hours/${pickOf(this.#shifts, drawn.pick)}`
    return pickOf(
      [
        () =>
          admin.post('/hours/create', { user_id: this.#userOf(drawn), started_at, ended_at, note: 'Забыл' }),
        () => admin.send('PUT', path, { ended_at: '2026-11-19T20:00:00.000Z', note: 'Забыл' }),
        () => admin.send('PUT', path, { user_id: this.#userOf(drawn), note: 'Не тот' }),
        () => admin.post(`${path}/confirm`, drawn.flag ? { ended_at: '2026-11-19T22:00:00.000Z' } : {}),
        () => admin.send('DELETE', path, {}),
      ],
      drawn.other,
    )()
  }

  #person(drawn: Drawn): Promise<Answer> {
    const { people, as } = this.team
    const id = pickOf([people.admin.id, people.owner.id, people.staff.id], drawn.pick)
    const fields = pickOf([{ type: 'owner' }, { type: 'staff' }, { hired_on: '2020-01-01' }], drawn.other)
    return as.admin.send('PUT', `/users/${id}`, fields)
  }

  /** Another user approves everything that waits. @returns how many calls succeeded */
  async approveAll(): Promise<void> {
    await this.team.as.owner.post('/tasks/bulk', { filter: { status: 'review' }, action: 'approve' })
  }
}

const punched = { punched_started_at: '2026-11-19T06:00:00.000Z' }

describe('an admin alone', () => {
  test('cannot increase their balance by any sequence of calls, but with an approver they can', {
    timeout: 300_000,
  }, async () => {
    let grown = 0
    const run = async (calls: Drawn[]) => {
      const attack = new Attack(await buildTeam(test_))
      await attack.prepare()
      const { db, people } = attack.team
      const before = await wealthOf(db, people.admin.id)
      // Users may confirm the end of their own shift that the product has proposed.
      const most = { ...before, worked: 8 * 3600 }
      for (const drawn of calls) {
        await attack.call(drawn)
        const now = await wealthOf(db, people.admin.id)
        for (const name of ['money', 'coins', 'worked'] as const)
          expect(now[name], name).toBeLessThanOrEqual(most[name])
      }
      const alone = await wealthOf(db, people.admin.id)
      await attack.approveAll()
      if ((await wealthOf(db, people.admin.id)).money > alone.money) grown++
    }
    const sequences = fc.array(anyCall, { minLength: 10, maxLength: 30 })
    await fc.assert(fc.asyncProperty(sequences, run), { numRuns: 25, endOnFailure: true })
    expect(grown).toBeGreaterThan(5)
    // All except the one reserved for owners.
    expect(taken.size).toBe(10)
  })

  describe('cannot increase their balance by a single call', () => {
    const stage = useStage(test_)
    for (const row of rows) {
      const call = declared[row.call]
      if (!call) continue
      test([row.call, row.case].filter(Boolean).join(' '), async () => {
        const { world, clients } = stage
        const endsSession = row.call === 'auth.logout' || row.call === 'auth.login'
        const client = endsSession ? await stage.signIn('admin') : clients.admin
        const input = (await row.make?.(world)) ?? {}
        const before = await wealthOf(world.db, world.people.admin.id)
        await ask(client, call, input)
        const after = await wealthOf(world.db, world.people.admin.id)
        expect(after.money).toBeLessThanOrEqual(before.money)
        expect(after.coins).toBeLessThanOrEqual(before.coins)
      })
    }
  })
})
