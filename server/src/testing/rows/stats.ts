import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { shiftDay } from '../../days.ts'
import type { Random } from '../values/random.ts'
import {
  buildEntry,
  buildProduct,
  buildShift,
  buildTask,
  buildUser,
  buildWarehouse,
  type TestUser,
} from './build.ts'
import { buildOrder } from './shop.ts'

const hourMs = 3_600_000

/** A company whose users work, earn and correct at random. Its time starts at `since`. */
export class StatWorld {
  readonly db: Db
  readonly random: Random
  readonly people: TestUser[] = []
  readonly warehouses: number[] = []
  readonly products: number[] = []
  readonly lead: TestUser
  /** When the next time or shift of a user may begin, because a user's times do not overlap. */
  readonly #free = new Map<string, number>()
  #at: number

  constructor(db: Db, lead: TestUser, random: Random, since: string) {
    this.db = db
    this.lead = lead
    this.random = random
    this.#at = Date.parse(since)
  }

  async settle(root: Root): Promise<void> {
    for (let count = 0; count < 2; count += 1) {
      this.warehouses.push(await buildWarehouse(this.db))
      this.products.push(await buildProduct(this.db))
    }
    for (let count = 0; count < 3; count += 1) {
      const warehouse_id = this.#maybe(this.warehouses)
      this.people.push(await buildUser(root, this.db, 'staff', { warehouse_id, first_name: `Имя${count}` }))
    }
  }

  /** Does one random action and moves the time on by some hours. */
  async live(): Promise<void> {
    this.#at += this.random.between(1, 9) * hourMs + this.random.between(0, 3_599_999)
    await this.random
      .pick([
        this.#finish,
        this.#finish,
        this.#spend,
        this.#spend,
        this.#attend,
        this.#attend,
        this.#earn,
        this.#buy,
        this.#return,
        this.#edit,
        this.#edit,
        this.#correct,
        this.#takeBack,
        this.#move,
      ])
      .call(this)
  }

  get now(): string {
    return new Date(this.#at).toISOString()
  }

  #maybe<T>(of: readonly T[]): T | null {
    return this.random.next() < 0.3 ? null : this.random.pick(of)
  }

  /** A span of the user's time that overlaps no other span of the same kind. */
  #span(of: string, user: TestUser, longest: number): { started_at: string; ended_at: string } {
    const key = `${of} ${user.id}`
    const begin =
      Math.max(this.#at - 20 * hourMs, this.#free.get(key) ?? 0) + this.random.between(0, 3_600_000)
    const end = begin + this.random.between(1000, longest)
    this.#free.set(key, end)
    this.#at = Math.max(this.#at, end)
    return { started_at: new Date(begin).toISOString(), ended_at: new Date(end).toISOString() }
  }

  async #finish(): Promise<void> {
    const user = this.random.pick(this.people)
    const finished_at = new Date(this.#at - this.random.between(0, 30 * hourMs)).toISOString()
    const quantity = this.random.between(1, 20)
    const id = await buildTask(this.db, this.lead, {
      status: 'done',
      user_id: user.id,
      started_at: finished_at,
      finished_at,
      quantity,
      quantity_done: this.random.between(0, quantity),
      norm_seconds: this.random.next() < 0.3 ? null : this.random.between(1, 5000),
      spent_seconds: this.random.between(0, 5000),
      warehouse_id: this.#maybe(this.warehouses),
      product_id: this.#maybe(this.products),
    })
    for (const ledger of ['money', 'coins'] as const) {
      await this.#post(user, ledger, { kind: 'task', source_type: 'task', source_id: id })
    }
  }

  async #spend(): Promise<void> {
    const task = await this.#anyTask()
    const user = this.random.pick(this.people)
    if (!task) return
    const span = this.#span('time', user, 4 * hourMs)
    const seconds = Math.floor((Date.parse(span.ended_at) - Date.parse(span.started_at)) / 1000)
    const pause = this.random.next() < 0.3 ? this.random.between(0, seconds) : 0
    await this.db
      .insert('task_times', {
        task_id: task.id,
        user_id: user.id,
        seconds,
        break_seconds: pause,
        breaks: JSON.stringify({ lunch: pause }) as never, // the driver takes jsonb as a string
        ...span,
      })
      .execute()
  }

  async #attend(): Promise<void> {
    const user = this.random.pick(this.people)
    const span = this.#span('shift', user, 14 * hourMs)
    const began = new Date(Date.parse(span.started_at) + 3 * hourMs).toISOString().slice(0, 10)
    const confirmed = this.random.next() < 0.9
    await buildShift(this.db, user, {
      ...span,
      confirmed,
      day: began,
      late_seconds: this.random.next() < 0.3 ? 60 : 0,
      ...(confirmed ? {} : { source: 'auto', punched_started_at: span.started_at }),
    })
  }

  async #post(
    user: TestUser,
    ledger: 'money' | 'coins',
    fields: Parameters<typeof buildEntry>[2],
  ): Promise<void> {
    const key = fields?.kind === 'bonus' ? {} : { key: `world:${this.#at}:${this.random.next()}` }
    await buildEntry(this.db, user, {
      ledger,
      amount: this.random.between(1, 900),
      created_at: this.now,
      ...key,
      ...fields,
    })
  }

  async #earn(): Promise<void> {
    const user = this.random.pick(this.people)
    const ledger = this.random.pick(['money', 'coins'] as const)
    const source = { source_type: 'reward', source_id: this.random.between(1, 5) } as const
    await this.#post(
      user,
      ledger,
      this.random.pick([
        { kind: 'bonus' as const },
        { kind: 'adjustment' as const, key: null, comment: 'Пересчёт' },
        { kind: 'reward' as const, ...source },
      ]),
    )
  }

  async #buy(): Promise<void> {
    await buildOrder(this.db, this.random.pick(this.people), { created_at: this.now })
  }

  async #anyTask() {
    const tasks = await this.db
      .from('tasks')
      .select(['id', 'quantity', 'deleted_at', 'status'])
      .orderBy('id')
      .execute()
    return tasks.length > 0 ? this.random.pick(tasks) : null
  }

  async #return(): Promise<void> {
    const task = await this.#anyTask()
    if (task?.status === 'done') await this.#change(task.id, { returns: this.random.between(1, 1000) })
  }

  #change(id: number, fields: Parameters<typeof this.db.update<'tasks'>>[1]) {
    return this.db.update('tasks', fields).where('id', '=', id).execute()
  }

  /** Changes a task. A done task is reopened for the change, because its pay and terms are fixed. */
  async #reopen(
    task: { id: number; status: string },
    fields: Parameters<typeof this.db.update<'tasks'>>[1],
  ): Promise<void> {
    if (task.status === 'done') await this.#change(task.id, { status: 'paused', finished_at: null })
    await this.#change(task.id, fields)
    if (task.status === 'done') await this.#change(task.id, { status: 'done', finished_at: this.now })
  }

  async #edit(): Promise<void> {
    const task = await this.#anyTask()
    if (!task) return
    const deleted = task.deleted_at
      ? { deleted_at: null, deleted_by: null }
      : { deleted_at: this.now, deleted_by: this.lead.id }
    const step =
      task.status === 'done'
        ? { status: 'paused' as const, finished_at: null }
        : { status: 'done' as const, finished_at: this.now }
    await this.#reopen(
      task,
      this.random.pick([
        { warehouse_id: this.#maybe(this.warehouses) },
        { product_id: this.#maybe(this.products), warehouse_id: this.#maybe(this.warehouses) },
        { user_id: this.random.pick(this.people).id, quantity_done: this.random.between(0, task.quantity) },
        { spent_seconds: this.random.between(0, 900), norm_seconds: this.random.between(1, 900) },
        deleted,
        step,
      ]),
    )
  }

  async #correct(): Promise<void> {
    const shifts = await this.db
      .from('shifts')
      .select(['id', 'started_at', 'ended_at', 'day', 'confirmed'])
      .orderBy('id')
      .execute()
    const times = await this.db.from('task_times').select(['id', 'seconds']).orderBy('id').execute()
    const shift = shifts.length > 0 ? this.random.pick(shifts) : null
    const time = times.length > 0 ? this.random.pick(times) : null
    if (time?.seconds && this.random.next() < 0.3) {
      const pause = this.random.between(0, time.seconds)
      const breaks = JSON.stringify({ lunch: pause }) as never // the driver takes jsonb as a string
      await this.db.update('task_times', { break_seconds: pause, breaks }).where('id', '=', time.id).execute()
    } else if (shift && this.random.next() < 0.3) {
      await this.db.remove('shifts').where('id', '=', shift.id).execute()
    } else if (shift) {
      const worked = Math.floor((Date.parse(shift.ended_at ?? '') - Date.parse(shift.started_at)) / 1000)
      const pause = this.random.between(0, worked)
      const fields = this.random.pick([
        { confirmed: true },
        { day: shiftDay(shift.day, this.random.pick([-1, 1])) },
        { late_seconds: this.random.between(0, 1) },
        {
          worked_seconds: worked - pause,
          break_seconds: pause,
          breaks: JSON.stringify({ lunch: pause }) as never,
        },
      ])
      await this.db.update('shifts', fields).where('id', '=', shift.id).execute()
    }
  }

  async #takeBack(): Promise<void> {
    const entries = await this.db
      .from('ledger_entries')
      .select(['id', 'ledger', 'amount', 'user_id', 'source_type', 'source_id'])
      .where('kind', 'in', ['task', 'reward', 'bonus', 'adjustment'])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('ledger_entries as later')
              .select('later.id')
              .whereRef('later.company_id', '=', 'ledger_entries.company_id')
              .whereRef('later.ledger', '=', 'ledger_entries.ledger')
              .whereRef('later.reverses_id', '=', 'ledger_entries.id'),
          ),
        ),
      )
      .orderBy('id')
      .execute()
    if (entries.length === 0) return
    const { id, user_id, amount, ...entry } = this.random.pick(entries)
    await buildEntry(this.db, { id: user_id } as TestUser, {
      ...entry,
      amount: -amount,
      kind: 'reversal',
      reverses_id: id,
      comment: 'Ошибка',
      key: `world:${id}:${entry.ledger}:back`,
      created_at: this.now,
    }).catch(skipSpentCoins)
  }

  async #move(): Promise<void> {
    const orders = await this.db
      .from('orders')
      .select('id')
      .where('status', '=', 'pending')
      .orderBy('id')
      .execute()
    if (orders.length > 0 && this.random.next() < 0.5) {
      await this.#cancel(this.random.pick(orders).id)
    } else {
      const fields = { warehouse_id: this.#maybe(this.warehouses) }
      await this.db.update('users', fields).where('id', '=', this.random.pick(this.people).id).execute()
    }
  }

  async #cancel(id: number): Promise<void> {
    const order = await this.db
      .from('orders')
      .select(['user_id', 'total'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await buildEntry(this.db, { id: order.user_id } as TestUser, {
      ledger: 'coins',
      amount: order.total,
      kind: 'refund',
      key: `order:${id}:refund`,
      created_at: this.now,
      source_type: 'order',
      source_id: id,
    })
    await this.db
      .update('orders', { status: 'cancelled', status_at: this.now, status_by: this.lead.id })
      .where('id', '=', id)
      .execute()
  }
}

function skipSpentCoins(error: unknown): void {
  if (!(error instanceof Error && error.message.includes('coins_suffice'))) throw error
}
