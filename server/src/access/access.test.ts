import { randomInt, randomUUID } from 'node:crypto'
import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { innDigit } from '@artel/contract/legal-entities.rules'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../database/db.ts'
import type { Root } from '../database/open.ts'
import { useTestApp } from '../testing/app.ts'
import {
  buildCompany,
  buildLegalEntity,
  buildSession,
  buildTask,
  buildUser,
  buildView,
  buildWarehouse,
  type TestUser,
  testPassword,
} from '../testing/build.ts'
import { TestClient } from '../testing/client.ts'
import { fingerprint } from '../testing/fingerprint.ts'
import { buildLink } from '../testing/media.ts'

/** `staff` is the doer of the tasks, `colleague` another of the same company, `stranger` the owner of another one. */
const callers = ['guest', 'staff', 'colleague', 'admin', 'owner', 'stranger'] as const
type Caller = (typeof callers)[number]

type World = { root: Root; db: Db; other: Db; people: Record<Exclude<Caller, 'guest'>, TestUser> }
type Input = { id?: number; query?: string; body?: object }
type Row = {
  call: string
  /** What tells this row from others of the same call. */
  case?: string
  /** One status for each caller, in their order. */
  expect: readonly [number, number, number, number, number, number]
  make?: (world: World) => Promise<Input>
}

const task =
  (fields: object, body?: object) =>
  async ({ db, people }: World): Promise<Input> => {
    const begun = { user_id: people.staff.id, started_at: '2026-11-20T06:00:00.000Z', ...fields }
    return { id: await buildTask(db, people.admin, begun), ...(body && { body }) }
  }
const view =
  (fields: object, body?: object) =>
  async ({ db, people }: World): Promise<Input> => {
    const name = randomUUID()
    return { id: await buildView(db, people.staff, { name, ...fields }), ...(body && { body }) }
  }
const newView = (fields: object) => async (): Promise<Input> => ({
  body: { screen: 'tasks', name: randomUUID(), state: { filters: {} }, ...fields },
})
const shared = { user_id: null }
const legalEntity =
  (body?: object) =>
  async ({ db }: World): Promise<Input> => ({ id: await buildLegalEntity(db), ...(body && { body }) })
const randomInn = () => {
  const digits = String(randomInt(100_000_000, 1_000_000_000))
  return digits + innDigit(digits)
}
const warehouse =
  (body?: object) =>
  async ({ db }: World): Promise<Input> => ({
    id: await buildWarehouse(db),
    ...(body && { body }),
  })
const newPassword = { password: 'вишня грузовик пять', password_confirmation: 'вишня грузовик пять' }
const own = { status: 'paused' }
const inReview = { status: 'review', finished_at: '2026-11-20T07:00:00.000Z' }

const hire = (fields: object = {}) => ({
  body: { first_name: 'Вера', last_name: 'Полякова', email: `${randomUUID()}@artel.test`, ...fields },
})

/** A person of `type` whom nobody signs in as, so that a row can change them. */
const other =
  (type: 'staff' | 'admin', body?: object) =>
  async ({ root, db }: World): Promise<Input> => ({
    id: (await buildUser(root, db, type)).id,
    ...(body && { body }),
  })
const invited = async ({ root, db }: World): Promise<Input> => {
  const { id } = await buildUser(root, db, 'staff')
  await db.update('logins', { password_hash: null }).where('user_id', '=', id).execute()
  return { id }
}

const peopleRows: Row[] = [
  {
    call: 'users.get',
    case: 'own to staff',
    expect: [401, 200, 403, 200, 200, 404],
    make: async ({ people }) => ({ id: people.staff.id }),
  },
  {
    call: 'users.get',
    case: 'of nobody',
    expect: [401, 404, 404, 404, 404, 404],
    make: async () => ({ id: 999_999_999 }),
  },
  {
    call: 'personnel.create',
    case: 'of staff',
    expect: [401, 403, 403, 201, 201, 201],
    make: async () => hire(),
  },
  {
    call: 'personnel.create',
    case: 'of an admin',
    expect: [401, 403, 403, 403, 201, 201],
    make: async () => hire({ type: 'admin' }),
  },
  {
    call: 'personnel.create',
    case: 'of an owner, with a password',
    expect: [401, 403, 403, 403, 201, 201],
    make: async () => hire({ type: 'owner', password: 'вишня грузовик пять' }),
  },
  {
    call: 'personnel.update',
    case: 'of staff',
    expect: [401, 403, 403, 200, 200, 404],
    make: other('staff', { position: 'Кладовщик' }),
  },
  {
    call: 'personnel.update',
    case: 'of an admin',
    expect: [401, 403, 403, 403, 200, 404],
    make: other('admin', { position: 'Кладовщик' }),
  },
  {
    call: 'personnel.update',
    case: 'of the type',
    expect: [401, 403, 403, 403, 200, 404],
    make: other('staff', { type: 'admin' }),
  },
  {
    call: 'personnel.setStatus',
    case: 'of staff',
    expect: [401, 403, 403, 200, 200, 404],
    make: other('staff', { status: 'archived' }),
  },
  {
    call: 'personnel.setStatus',
    case: 'of an admin',
    expect: [401, 403, 403, 403, 200, 404],
    make: other('admin', { status: 'archived' }),
  },
  { call: 'personnel.invite', expect: [401, 403, 403, 200, 200, 404], make: invited },
  {
    call: 'personnel.unfinished',
    case: 'of staff',
    expect: [401, 403, 403, 200, 200, 404],
    make: other('staff'),
  },
  {
    call: 'personnel.unfinished',
    case: 'of an admin',
    expect: [401, 403, 403, 403, 200, 404],
    make: other('admin'),
  },
  {
    call: 'personnel.bulk',
    expect: [401, 403, 403, 200, 200, 200],
    make: async () => ({ body: { ids: [1], action: 'restore' } }),
  },
  { call: 'personnel.remove', expect: [401, 403, 403, 403, 200, 404], make: other('staff') },
]

const rows: Row[] = [
  { call: 'app.localizations', expect: [200, 200, 200, 200, 200, 200] },
  {
    call: 'app.setLocale',
    expect: [200, 200, 200, 200, 200, 200],
    make: async () => ({ body: { locale: 'ru' } }),
  },
  { call: 'auth.csrfCookie', expect: [204, 204, 204, 204, 204, 204] },
  { call: 'auth.init', expect: [200, 200, 200, 200, 200, 200] },
  {
    call: 'auth.login',
    expect: [200, 200, 200, 200, 200, 200],
    make: async ({ people }) => ({ body: { login: people.staff.email, password: testPassword } }),
  },
  {
    call: 'auth.forgot',
    expect: [200, 200, 200, 200, 200, 200],
    make: async () => ({ body: { email: `nobody-${randomUUID()}@artel.test` } }),
  },
  {
    call: 'auth.reset',
    expect: [422, 422, 422, 422, 422, 422],
    make: async ({ people }) => ({
      body: { token: 'unknown', email: people.staff.email, ...newPassword },
    }),
  },
  { call: 'auth.verifyEmail', expect: [302, 302, 302, 302, 302, 302] },
  {
    call: 'account.checkPassword',
    expect: [401, 200, 200, 200, 200, 200],
    make: async () => ({ body: { password: testPassword } }),
  },
  {
    call: 'account.changePassword',
    expect: [401, 422, 422, 422, 422, 422],
    make: async () => ({ body: { current_password: 'not the password', ...newPassword } }),
  },
  {
    call: 'account.changeEmail',
    expect: [401, 200, 200, 200, 200, 200],
    make: async () => ({ body: { email: `${randomUUID()}@artel.test`, password: testPassword } }),
  },
  { call: 'account.sessions', expect: [401, 200, 200, 200, 200, 200] },
  {
    call: 'account.endSession',
    case: 'own to staff',
    expect: [401, 200, 404, 404, 404, 404],
    make: async ({ root, people }) => ({ id: await buildSession(root, people.staff) }),
  },
  { call: 'auth.logout', expect: [401, 200, 200, 200, 200, 200] },
  {
    call: 'settings.update',
    case: 'user',
    expect: [401, 200, 200, 200, 200, 200],
    make: async () => ({ body: { parent: 'user', settings: { theme: 'dark' } } }),
  },
  {
    call: 'settings.update',
    case: 'company',
    expect: [401, 403, 403, 403, 200, 200],
    make: async () => ({ body: { parent: 'company', settings: { tasks: { staff_may_take: true } } } }),
  },
  {
    call: 'company.update',
    expect: [401, 403, 403, 403, 200, 200],
    make: async () => ({ body: { phone: '+7 495 204-18-33' } }),
  },
  {
    call: 'company.schedule',
    expect: [401, 403, 403, 200, 200, 200],
    make: async () => ({ body: { before_workday_end: 20 } }),
  },
  { call: 'warehouses.list', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'warehouses.get', expect: [401, 200, 200, 200, 200, 404], make: warehouse() },
  {
    call: 'warehouses.create',
    expect: [401, 403, 403, 201, 201, 201],
    make: async () => ({ body: { name: `Склад ${randomUUID()}` } }),
  },
  {
    call: 'warehouses.update',
    expect: [401, 403, 403, 200, 200, 404],
    make: warehouse({ is_active: false }),
  },
  { call: 'warehouses.remove', expect: [401, 403, 403, 200, 200, 404], make: warehouse() },
  { call: 'audit.list', expect: [401, 403, 403, 403, 200, 200] },
  { call: 'users.list', expect: [401, 200, 200, 200, 200, 200] },
  ...peopleRows,
  { call: 'notifications.list', expect: [401, 200, 200, 200, 200, 200] },
  {
    call: 'notifications.read',
    expect: [401, 200, 200, 200, 200, 200],
    make: async () => ({ body: { all: true } }),
  },
  { call: 'tasks.list', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'tasks.get', case: 'own', expect: [401, 200, 404, 200, 200, 404], make: task(own) },
  {
    call: 'tasks.get',
    case: 'pool',
    expect: [401, 200, 200, 200, 200, 404],
    make: task({ user_id: null, started_at: null }),
  },
  {
    call: 'tasks.create',
    expect: [401, 403, 403, 201, 201, 201],
    make: async () => ({ body: { title: 'Кружки' } }),
  },
  { call: 'tasks.update', expect: [401, 403, 403, 200, 200, 404], make: task(own, { title: 'Свечи' }) },
  { call: 'tasks.progress', expect: [401, 200, 404, 200, 200, 404], make: task(own, { quantity_done: 1 }) },
  { call: 'tasks.start', case: 'own', expect: [401, 200, 404, 200, 200, 404], make: task(own) },
  {
    call: 'tasks.start',
    case: 'pool',
    expect: [401, 200, 200, 200, 200, 404],
    make: task({ user_id: null, started_at: null }),
  },
  { call: 'tasks.pause', expect: [401, 200, 404, 200, 200, 404], make: task(own) },
  { call: 'tasks.finish', expect: [401, 200, 404, 200, 200, 404], make: task(own) },
  { call: 'tasks.approve', expect: [401, 403, 403, 200, 200, 404], make: task(inReview) },
  {
    call: 'tasks.return',
    expect: [401, 403, 403, 200, 200, 404],
    make: task(inReview, { reason: 'Нет вкладыша' }),
  },
  { call: 'tasks.cancel', expect: [401, 403, 403, 200, 200, 404], make: task(own) },
  { call: 'tasks.remove', expect: [401, 403, 403, 200, 200, 404], make: task(own) },
  {
    call: 'tasks.comment',
    expect: [401, 201, 404, 201, 201, 404],
    make: task(own, { text: 'Коробки кончились' }),
  },
  {
    call: 'tasks.createMany',
    expect: [401, 403, 403, 201, 201, 201],
    make: async () => ({ body: { tasks: [{ title: 'Кружки' }] } }),
  },
  {
    call: 'tasks.bulk',
    expect: [401, 403, 403, 200, 200, 200],
    make: async () => ({ body: { ids: [1], action: 'cancel' } }),
  },
  {
    call: 'tasks.attach',
    expect: [401, 200, 404, 200, 200, 404],
    make: async (world) => {
      const multimedia_ids = [await buildLink(world.db, world.people.staff)]
      return task(own, { multimedia_ids })(world)
    },
  },
  { call: 'tasks.detach', expect: [401, 200, 404, 200, 200, 404], make: task(own, { multimedia_ids: [] }) },
  {
    call: 'multimedia.create',
    expect: [401, 201, 201, 201, 201, 201],
    make: async () => ({ body: { type: 'link', path: 'tasks', url: 'https://artel.test/' } }),
  },
  {
    call: 'multimedia.update',
    expect: [401, 200, 403, 200, 200, 404],
    make: async ({ db, people }) => ({ id: await buildLink(db, people.staff), body: { name: 'Схема' } }),
  },
  {
    call: 'multimedia.remove',
    expect: [401, 200, 403, 200, 200, 404],
    make: async ({ db, people }) => ({ id: await buildLink(db, people.staff) }),
  },
  { call: 'legalEntities.list', expect: [401, 403, 403, 200, 200, 200] },
  { call: 'legalEntities.get', expect: [401, 403, 403, 200, 200, 404], make: legalEntity() },
  {
    call: 'legalEntities.create',
    expect: [401, 403, 403, 201, 201, 201],
    make: async () => ({ body: { name: 'ООО «Уют»', type: 'company', inn: randomInn() } }),
  },
  {
    call: 'legalEntities.update',
    expect: [401, 403, 403, 200, 200, 404],
    make: legalEntity({ director: 'Климова Дарья' }),
  },
  { call: 'legalEntities.remove', expect: [401, 403, 403, 403, 200, 404], make: legalEntity() },
  { call: 'tasks.times', expect: [401, 200, 404, 200, 200, 404], make: task(own) },
  {
    call: 'search.find',
    expect: [401, 200, 200, 200, 200, 200],
    make: async () => ({ query: '?q=kit' }),
  },
  { call: 'views.list', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'views.get', case: 'own to staff', expect: [401, 200, 404, 404, 404, 404], make: view({}) },
  { call: 'views.get', case: 'shared', expect: [401, 200, 200, 200, 200, 404], make: view(shared) },
  { call: 'views.create', case: 'own', expect: [401, 201, 201, 201, 201, 201], make: newView({}) },
  {
    call: 'views.create',
    case: 'shared',
    expect: [401, 403, 403, 201, 201, 201],
    make: newView({ is_shared: true }),
  },
  {
    call: 'views.update',
    case: 'own to staff',
    expect: [401, 200, 404, 404, 404, 404],
    make: view({}, { state: { filters: { overdue: true } } }),
  },
  {
    call: 'views.update',
    case: 'shared',
    expect: [401, 403, 403, 200, 200, 404],
    make: view(shared, { state: { filters: { overdue: true } } }),
  },
  { call: 'views.remove', case: 'own to staff', expect: [401, 200, 404, 404, 404, 404], make: view({}) },
  { call: 'views.remove', case: 'shared', expect: [401, 403, 403, 200, 200, 404], make: view(shared) },
]

const declared: Record<string, Call> = Object.fromEntries(
  Object.entries(calls).flatMap(([feature, named]) =>
    Object.entries<Call>(named).map(([name, call]) => [`${feature}.${name}`, call]),
  ),
)

describe('access', () => {
  const test_ = useTestApp()
  let world: World
  let clients: Record<Caller, TestClient>

  const signIn = async (caller: Caller) =>
    caller === 'guest' ? TestClient.guest(test_.app) : TestClient.signIn(test_.app, world.people[caller])

  beforeAll(async () => {
    const [db, other] = [await buildCompany(test_.root), await buildCompany(test_.root)]
    const staff = await buildUser(test_.root, db, 'staff')
    const colleague = await buildUser(test_.root, db, 'staff')
    const admin = await buildUser(test_.root, db, 'admin')
    const owner = await buildUser(test_.root, db, 'owner')
    const stranger = await buildUser(test_.root, other, 'owner')
    world = { root: test_.root, db, other, people: { staff, colleague, admin, owner, stranger } }
    const signedIn = await Promise.all(callers.map(async (caller) => [caller, await signIn(caller)] as const))
    clients = Object.fromEntries(signedIn) as typeof clients // one entry for each caller
  })

  test('every call has a row', () => {
    const covered = new Set(rows.map((row) => row.call))
    expect(Object.keys(declared).filter((name) => !covered.has(name))).toEqual([])
    expect([...covered].filter((name) => !declared[name])).toEqual([])
  })

  for (const row of rows) {
    const call = declared[row.call]
    if (!call) continue
    test.each(callers.map((caller, index) => ({ caller, status: row.expect[index] })))(
      `${[row.call, row.case].filter(Boolean).join(' ')}: $caller is answered $status`,
      async ({ caller, status }) => {
        const endsSession = row.call === 'auth.logout' || row.call === 'auth.login'
        const client = endsSession ? await signIn(caller) : clients[caller]
        const { id, query = '', body } = (await row.make?.(world)) ?? {}
        const before = await fingerprint(test_.root, [world.db.companyId, world.other.companyId])
        const path = call.path.replace(':id', String(id)) + query
        const answer = await client.send(call.method, path, call.method === 'GET' ? undefined : (body ?? {}))
        expect(answer.statusCode).toBe(status)
        const isRefused = answer.statusCode >= 400
        if (call.success < 204) expect(answer.body.status).toBe(!isRefused)
        if (isRefused) {
          expect(await fingerprint(test_.root, [world.db.companyId, world.other.companyId])).toBe(before)
        }
      },
    )
  }
})
