import { randomInt, randomUUID } from 'node:crypto'
import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { innDigit } from '@artel/contract/legal-entities/legal-entities.rules'
import type { TaskChanges } from '@artel/contract/tasks/tasks.history'
import { nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import {
  buildAchievement,
  buildEntry,
  buildImport,
  buildLegalEntity,
  buildProduct,
  buildReward,
  buildShift,
  buildTask,
  buildView,
  buildWarehouse,
  type TestUser,
} from '../rows/build.ts'

export const callers = ['guest', 'staff', 'colleague', 'admin', 'owner', 'stranger'] as const
export type Caller = (typeof callers)[number]

export type World = { root: Root; db: Db; other: Db; people: Record<Exclude<Caller, 'guest'>, TestUser> }
export type Input = { id?: number; params?: Record<string, number | string>; query?: string; body?: object }
export type Row = {
  call: string
  /** Distinguishes this row from other rows of the same call. */
  case?: string
  /** One status for each caller, in the order of the callers. */
  expect: readonly [number, number, number, number, number, number]
  make?: (world: World) => Promise<Input>
}

export const task =
  (fields: object, body?: object) =>
  async ({ db, people }: World): Promise<Input> => {
    const begun = { user_id: people.staff.id, started_at: '2026-11-20T06:00:00.000Z', ...fields }
    return { id: await buildTask(db, people.admin, begun), ...(body && { body }) }
  }
/** A task that the admin has cancelled in a bulk step. */
export const cancelledTogether = async ({ db, people }: World): Promise<Input> => {
  const [bulk_id, created_at] = [randomUUID(), nowIso()]
  const task_id = await buildTask(db, people.admin, { status: 'cancelled', version: 2 })
  const event = { task_id, user_id: people.admin.id, kind: 'cancel', version: 2, created_at } as const
  const changes: TaskChanges = { status: ['open', 'cancelled'] }
  await db.insert('task_events', { ...event, changes, bulk_id }).execute()
  return { body: { bulk_id } }
}
/** A deleted task of the staff member, whose credit was posted. */
export const deletedTask = async (world: World): Promise<Input> => {
  const { db, people } = world
  const done = { status: 'done', finished_at: nowIso() }
  const input = await task({ ...done, deleted_at: nowIso(), deleted_by: people.admin.id })(world)
  const source = { source_type: 'task', source_id: input.id ?? null } as const
  await buildEntry(db, people.staff, { ...source, kind: 'task', key: `task:${input.id}` })
  return input
}
export const view =
  (fields: object, body?: object) =>
  async ({ db, people }: World): Promise<Input> => {
    const name = randomUUID()
    return { id: await buildView(db, people.staff, { name, ...fields }), ...(body && { body }) }
  }
export const newView = (fields: object) => async (): Promise<Input> => ({
  body: { screen: 'tasks', name: randomUUID(), state: { filters: {} }, ...fields },
})
export const shared = { user_id: null }
export const legalEntity =
  (body?: object) =>
  async ({ db }: World): Promise<Input> => ({ id: await buildLegalEntity(db), ...(body && { body }) })
export const product =
  (body?: object) =>
  async ({ db }: World): Promise<Input> => ({ id: await buildProduct(db), ...(body && { body }) })
/** An import that the admin ran. */
export const doneImport = async ({ db, people }: World): Promise<Input> => ({
  id: await buildImport(db, people.admin),
})
export const randomInn = () => {
  const digits = String(randomInt(100_000_000, 1_000_000_000))
  return digits + innDigit(digits)
}
export const warehouse =
  (body?: object) =>
  async ({ db }: World): Promise<Input> => ({
    id: await buildWarehouse(db),
    ...(body && { body }),
  })
let shiftHour = 0
/** A half hour that no other shift overlaps. */
export const nextHour = () => {
  const from = Date.parse('2026-06-01T00:00:00Z') + 3_600_000 * shiftHour++
  return { started_at: new Date(from).toISOString(), ended_at: new Date(from + 1_800_000).toISOString() }
}
export const shift =
  (fields: object, body?: object) =>
  async ({ db, people }: World): Promise<Input> => {
    const hour = nextHour()
    const span = { ...hour, day: hour.started_at.slice(0, 10), ...fields }
    return { id: await buildShift(db, people.staff, span), ...(body && { body }) }
  }
/** An entry in the staff member's ledger. */
export const entry =
  (ledger: Ledger, body: object) =>
  async ({ db, people }: World): Promise<Input> => ({
    id: await buildEntry(db, people.staff, { ledger }),
    body,
  })
/** An achievement of the staff member. */
export const achievement =
  (body: object) =>
  async ({ db, people }: World): Promise<Input> => ({
    id: await buildAchievement(db, people.staff, people.admin),
    body,
  })
/** A reward of the staff member. */
export const reward =
  (body?: object) =>
  async ({ db, people }: World): Promise<Input> => ({
    id: await buildReward(db, people.staff, people.admin),
    ...(body && { body }),
  })
export const newPassword = { password: 'вишня грузовик пять', password_confirmation: 'вишня грузовик пять' }
export const own = { status: 'paused' }
export const inReview = { status: 'review', finished_at: '2026-11-20T07:00:00.000Z' }
/** Both companies have an example, because they have rows of their own, to which none is added. */
export const example = async ({ db, other }: World): Promise<Input> => {
  for (const company of [db, other]) {
    const draft = company.insert('examples', { created_at: nowIso() })
    await draft.onConflict((conflict) => conflict.doNothing()).execute()
  }
  return {}
}
