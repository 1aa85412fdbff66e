import type { TaskPriority } from '@artel/contract/tasks/tasks.line'
import type { Draft } from '../database/db.ts'
import { demoWork } from '../samples/product-list.ts'
import { demoErrands } from './people.ts'
import type { Random } from './random.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A task as it will be stored, with its segments. */
export type DemoTask = {
  task: Draft<'tasks'>
  times: { user_id: number; started_at: string; ended_at: string | null; seconds: number | null }[]
}

export type Crew = {
  assignees: readonly number[]
  leads: readonly number[]
  warehouseOf: ReadonlyMap<number, number>
  /** Ids of products by their names. */
  productOf: ReadonlyMap<string, number>
}

const iso = (ms: number): string => new Date(ms).toISOString()

const priorities: readonly TaskPriority[] = [
  'normal',
  'normal',
  'normal',
  'normal',
  'low',
  'high',
  'high',
  'urgent',
]

/**
 * Tasks of the three months before `today` (the instant at which the company's day began): done, and some
 * cancelled.
 */
export function makeHistory(random: Random, crew: Crew, today: number): DemoTask[] {
  const tasks: DemoTask[] = []
  for (let day = today - 91 * dayMs; day < today; day += dayMs) {
    // The company's timezone is a few whole hours ahead, so noon of its day has the same weekday in UTC.
    const weekday = new Date(day + 12 * hourMs).getUTCDay()
    if (weekday === 0 || weekday === 6) continue
    for (const assignee of crew.assignees) {
      if (random.isWithin(0.9)) tasks.push(...makeDay(random, crew, assignee, day))
    }
  }
  return tasks
}

function makeDay(random: Random, crew: Crew, assignee: number, day: number): DemoTask[] {
  const tasks: DemoTask[] = []
  let at = day + 9 * hourMs + random.between(-15, 1) * minuteMs
  const end = day + 18 * hourMs
  while (at < end - hourMs) {
    const made = makeDone(random, crew, assignee, at)
    tasks.push(made)
    at = Date.parse(made.task.finished_at ?? iso(at + hourMs)) + random.between(3, 20) * minuteMs
  }
  return tasks
}

/** A done task that was started at `start`, sometimes with a pause. A few are cancelled instead. */
function makeDone(random: Random, crew: Crew, assignee: number, start: number): DemoTask {
  const draft = makeDraft(random, crew, assignee, start - random.between(2, 30) * hourMs)
  if (random.isWithin(0.03)) return { task: { ...draft, status: 'cancelled' }, times: [] }
  const worked = Math.round((draft.norm_seconds ?? 3600) * (0.75 + random.next() * 0.5))
  const parts =
    worked > 5400 && random.isWithin(0.5) ? [Math.round(worked * 0.6), Math.round(worked * 0.4)] : [worked]
  const times: DemoTask['times'] = []
  let at = start
  for (const seconds of parts) {
    times.push({ user_id: assignee, started_at: iso(at), ended_at: iso(at + seconds * 1000), seconds })
    at += seconds * 1000 + 25 * minuteMs
  }
  const finished_at = times.at(-1)?.ended_at ?? iso(at)
  const spent_seconds = parts.reduce((sum, seconds) => sum + seconds, 0)
  const wasReturned = random.isWithin(0.05)
  return {
    task: {
      ...draft,
      status: 'done',
      quantity_done: random.isWithin(0.93) ? draft.quantity : Math.floor((draft.quantity ?? 1) * 0.9),
      returns: wasReturned ? 1 : 0,
      return_reason: wasReturned ? 'Нет вкладыша в двух наборах' : null,
      started_at: iso(start),
      finished_at,
      spent_seconds,
      due_at: iso(Math.ceil(Date.parse(finished_at) / hourMs) * hourMs + random.between(-1, 5) * hourMs),
    },
    times,
  }
}

/** Returns an open task that was created at `createdAt` (ms). `assignee` is null for a task in the pool. */
export function makeDraft(random: Random, crew: Crew, assignee: number | null, createdAt: number) {
  const warehouse_id =
    (assignee && crew.warehouseOf.get(assignee)) || random.pick([...crew.warehouseOf.values()])
  const [priority, requires_review] = [random.pick(priorities), random.isWithin(0.4)]
  const lead = random.pick(crew.leads)
  const common = {
    warehouse_id,
    user_id: assignee,
    priority,
    requires_review,
    created_by: lead,
    priced_by: lead,
    created_at: iso(createdAt),
    due_at: iso(createdAt + random.between(20, 70) * hourMs),
  }
  if (random.isWithin(0.06)) {
    const { pieces, seconds, ...errand } = random.pick(demoErrands)
    return { ...common, ...errand, quantity: pieces, norm_seconds: seconds }
  }
  const { pieces, name, money, coins, seconds } = random.pick(demoWork)
  const quantity = Math.round(random.between(pieces[0], pieces[1]) / 5) * 5
  return {
    ...common,
    title: name,
    product_id: crew.productOf.get(name) ?? null,
    quantity,
    money: money * quantity,
    coins: coins * quantity,
    norm_seconds: seconds * quantity,
  }
}
