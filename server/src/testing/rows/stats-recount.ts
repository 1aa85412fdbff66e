import type { Figures } from '@artel/contract/stats/stats'
import type { Db } from '../../database/db.ts'

export type Wanted = {
  date_from: string
  date_to: string
  user_id?: number
  warehouse_id?: number
  product_id?: number
  cut_at?: string
}

type Sums = Omit<Figures, 'norm_percent'> & { norm: number; spent: number }
type Counted = Partial<Sums> & {
  user: number
  warehouse: number | null
  product: number | null
  day: string
  at: string
}

const hourMs = 3_600_000
const local = (instant: string, timezone: number) =>
  new Date(Date.parse(instant) + timezone * hourMs).toISOString().slice(0, 10)

/** Counts the figures row by row, as somebody would on paper. */
export async function recount(db: Db, timezone: number, wanted: Wanted): Promise<Figures> {
  const users = await db.from('users').select(['id', 'warehouse_id']).execute()
  const belongs = new Map(users.map(({ id, warehouse_id }) => [id, warehouse_id]))
  const { date_from, date_to, user_id, warehouse_id, product_id, cut_at } = wanted
  const meant = (await countAll(db, timezone)).filter(
    (one) =>
      one.day >= date_from &&
      one.day <= date_to &&
      (!cut_at || one.day < date_to || one.at <= cut_at) &&
      (user_id === undefined || one.user === user_id) &&
      (warehouse_id === undefined || (one.warehouse ?? belongs.get(one.user)) === warehouse_id) &&
      (product_id === undefined || one.product === product_id),
  )
  const sum = (key: keyof Sums) => meant.reduce((total, one) => total + (one[key] ?? 0), 0)
  const spent = sum('spent')
  return {
    tasks_done: sum('tasks_done'),
    units: sum('units'),
    worked_seconds: sum('worked_seconds'),
    task_seconds: sum('task_seconds'),
    money: sum('money'),
    coins: sum('coins'),
    returns: sum('returns'),
    late_days: sum('late_days'),
    orders: sum('orders'),
    norm_percent: spent > 0 ? Math.round((100 * sum('norm')) / spent) : null,
  }
}

async function countAll(db: Db, timezone: number): Promise<Counted[]> {
  const counted: Counted[] = []
  const tasks = new Map((await db.from('tasks').selectAll().execute()).map((task) => [task.id, task]))
  const placeOf = (id: number | null) => {
    const task = id === null ? undefined : tasks.get(id)
    return { warehouse: task?.warehouse_id ?? null, product: task?.product_id ?? null }
  }
  for (const task of tasks.values()) {
    if (task.status !== 'done' || task.deleted_at || !task.finished_at || !task.user_id) continue
    const hasNorm = task.norm_seconds !== null
    counted.push({
      user: task.user_id,
      ...placeOf(task.id),
      at: task.finished_at,
      day: local(task.finished_at, timezone),
      tasks_done: 1,
      units: task.quantity_done,
      spent: hasNorm ? task.spent_seconds : 0,
      norm: Math.round(((task.norm_seconds ?? 0) * task.quantity_done) / task.quantity),
    })
  }
  for (const time of await db.from('task_times').selectAll().execute()) {
    if (!time.ended_at || tasks.get(time.task_id)?.deleted_at) continue
    counted.push({
      user: time.user_id,
      ...placeOf(time.task_id),
      at: time.ended_at,
      day: local(time.ended_at, timezone),
      task_seconds: (time.seconds ?? 0) - time.break_seconds,
    })
  }
  for (const shift of await db.from('shifts').selectAll().execute()) {
    if (!shift.ended_at || !shift.confirmed) continue
    counted.push({
      user: shift.user_id,
      ...placeOf(null),
      at: shift.ended_at,
      day: shift.day,
      worked_seconds: shift.worked_seconds,
      late_days: shift.late_seconds > 0 ? 1 : 0,
    })
  }
  for (const order of await db.from('orders').selectAll().execute()) {
    if (order.status === 'cancelled') continue
    const at = order.created_at
    counted.push({ user: order.user_id, ...placeOf(null), at, day: local(at, timezone), orders: 1 })
  }
  return [...counted, ...(await countEarned(db, timezone, placeOf, tasks))]
}

async function countEarned(
  db: Db,
  timezone: number,
  placeOf: (id: number | null) => { warehouse: number | null; product: number | null },
  tasks: ReadonlyMap<number, { deleted_at: string | null }>,
): Promise<Counted[]> {
  const counted: Counted[] = []
  const entries = await db.from('ledger_entries').selectAll().execute()
  const byId = new Map(entries.map((entry) => [`${entry.ledger} ${entry.id}`, entry]))
  for (const entry of entries) {
    const first = byId.get(`${entry.ledger} ${entry.reverses_id}`) ?? entry
    if (entry.ledger !== 'money' || !['task', 'reward', 'bonus'].includes(first.kind)) continue
    const place = placeOf(entry.source_type === 'task' ? entry.source_id : null)
    const at = entry.created_at
    counted.push({ user: entry.user_id, ...place, at, day: local(at, timezone), money: entry.amount })
  }
  // The log of achievements has the day of points and returns, because a reduced reward counts on the day of
  // the reward.
  for (const event of await db.from('achievement_events').selectAll().execute()) {
    if (event.user_id === null || event.source_id === null) continue
    const { user_id: user, at, change } = event
    if (event.kind === 'return') {
      if (tasks.get(event.source_id)?.deleted_at) continue
      counted.push({ user, ...placeOf(event.source_id), at, day: local(at, timezone), returns: change })
    } else if (event.kind === 'points') {
      const entry = byId.get(`coins ${event.source_id}`)
      const place = placeOf(entry?.source_type === 'task' ? entry.source_id : null)
      counted.push({ user, ...place, at, day: event.day, coins: change * (event.points ?? 0) })
    }
  }
  return counted
}
