import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Pair, patched } from '../testing/access/field-pairs.ts'
import { newPassword, randomInn, type World } from '../testing/access/row.ts'
import { namelessFields } from '../testing/access/told-fields.ts'
import { ask, declared, useStage } from '../testing/access/world.ts'
import { useTestApp } from '../testing/app.ts'
import { buildUser, buildWarehouse } from '../testing/rows/build.ts'
import { buildSupply } from '../testing/rows/supplies.ts'

// A field that is given when something is created must show in the entry: two things that differ in one field
// have different entries.
const test_ = useTestApp()
const stage = useStage(test_)

type Created = {
  call: string
  /** The call that updates the same fields. This test uses its pairs of values. */
  like?: string
  /** What must be given. These values may be unique, so they are left out when two entries are compared. */
  base: (world: World) => Promise<Record<string, unknown>>
  params?: (world: World) => Promise<Record<string, number>>
  fields?: Record<string, Pair>
  /** Fields that the entry does not contain, or that name only the receiver. */
  untold?: readonly string[]
}

const named = async () => ({ name: randomUUID() })
const titled = async () => ({ title: 'Название' })
const forStaff = async ({ people }: World) => ({ user_id: people.staff.id })

const created: readonly Created[] = [
  {
    call: 'personnel.create',
    like: 'personnel.update',
    base: async () => ({
      first_name: 'Анна',
      last_name: 'Орлова',
      email: `${randomUUID()}@artel.test`,
      password: newPassword.password,
    }),
    // A secret has no values in the log.
    untold: ['password'],
  },
  {
    call: 'rewards.give',
    like: 'rewards.update',
    base: async (world) => ({ ...(await forStaff(world)), ...(await titled()) }),
    untold: ['user_id', 'user_ids'],
  },
  { call: 'tasks.create', like: 'tasks.update', base: titled },
  {
    call: 'products.create',
    like: 'products.update',
    base: async () => ({ name: 'Свечи', article: randomUUID() }),
  },
  { call: 'warehouses.create', like: 'warehouses.update', base: named },
  {
    call: 'shop.create',
    like: 'shop.update',
    base: async () => ({ name: 'Термос', price: 300 }),
    untold: ['position'],
  },
  { call: 'instructions.create', like: 'instructions.update', base: titled, untold: ['position'] },
  {
    call: 'legalEntities.create',
    like: 'legalEntities.update',
    base: async () => ({ type: 'company', name: 'ООО «Лад»', inn: randomInn(), bik: '044525225' }),
    // It decides which numbers there are.
    untold: ['type'],
  },
  {
    call: 'supplies.create',
    like: 'supplies.update',
    base: async ({ db }) => ({ number: randomUUID(), warehouse_id: await buildWarehouse(db) }),
  },
  {
    call: 'supplies.createBox',
    like: 'supplies.updateBox',
    base: async () => ({}),
    params: async ({ db }) => ({ supply_id: await buildSupply(db, { number: randomUUID() }) }),
  },
  {
    call: 'pushes.send',
    like: 'pushes.update',
    base: async () => ({
      title: 'Завтра выходной',
      body: 'Склад закрыт',
      audience: { all: true },
      send_at: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  },
  {
    call: 'hours.create',
    like: 'hours.update',
    base: async ({ root, db }) => ({
      user_id: (await buildUser(root, db, 'staff')).id,
      started_at: '2026-06-10T06:00:00.000Z',
      ended_at: '2026-06-10T14:00:00.000Z',
      note: 'Забыл карту',
    }),
    fields: {
      started_at: ['2026-06-10T06:00:00.000Z', '2026-06-10T06:01:00.000Z'],
      ended_at: ['2026-06-10T14:00:00.000Z', '2026-06-10T14:01:00.000Z'],
    },
  },
  {
    call: 'views.create',
    like: 'views.update',
    base: async () => ({ screen: 'tasks', name: randomUUID(), state: { filters: {} }, is_shared: true }),
    // A view of one's own leaves no entry.
    untold: ['is_shared'],
  },
  {
    call: 'localizations.create',
    like: 'localizations.update',
    base: async () => ({ key: `test.${randomUUID()}`, ru: 'Полка', en: 'Shelf' }),
    untold: ['key'],
  },
  {
    call: 'achievements.give',
    base: async () => ({ achievement: 'racer' }),
    params: forStaff,
    fields: { comment: ['Первое', 'Второе'], achievement: ['racer', 'virtuoso'] },
  },
  ...(['money', 'coins'] as const).map((ledger) => ({
    call: `${ledger}.post`,
    base: async (world: World) => ({
      ...(await forStaff(world)),
      amount: 100,
      kind: 'bonus',
      comment: 'За лад',
    }),
    fields: { amount: [100, 200], comment: ['Первое', 'Второе'], kind: ['bonus', 'fine'] } as const,
    // For whom, and the sign of an adjustment. Tests of the ledger read their entries.
    untold: ['user_id', 'user_ids', 'entries', 'direction'],
  })),
]

/** Calls that create something else than an admin's thing with fields, or whose fields another call has. */
const others = [
  // Their record tells them, see audit.test.ts.
  'moySklad.confirm',
  'moySklad.sync',
  'moySkladItems.retry',
  'multimedia.create',
  'orders.create',
  'printers.again',
  'printers.print',
  'wildberries.photos',
  // Steps, without fields of a new thing.
  'coins.reverse',
  'hours.start',
  'money.reverse',
  'tasks.comment',
  'supplies.inspect',
  // As `tasks.create` and `supplies.createBox`, for many at once.
  'supplies.addBoxes',
  'supplies.copyBox',
  'supplies.createPallet',
  'supplies.moveLine',
  'supplies.planBoxes',
  'tasks.createMany',
]

const newest = async () =>
  (await stage.world.db.from('audit').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0

/** Creates a thing with one field. @returns what the log tells, without the values that only the base has */
async function tell(name: string, draft: Created, fields: object): Promise<string> {
  const known = await newest()
  const call = declared[name]
  if (!call) throw new Error(`no call ${name}`)
  const base = await draft.base(stage.world)
  const params = await draft.params?.(stage.world)
  const answer = await ask(stage.clients.owner, call, {
    ...(params && { params }),
    body: { ...base, ...fields },
  })
  expect([answer.statusCode, answer.body]).toMatchObject([201, {}])
  const entries = await stage.world.db
    .from('audit')
    .select(['title', 'before', 'after'])
    .where('id', '>', known)
    .orderBy('id')
    .execute()
  expect(entries.length).toBeGreaterThan(0)
  const text = JSON.stringify(entries)
  expect(text).not.toContain(newPassword.password)
  const uniques = Object.values({ ...base, ...params }).filter(
    (value) => !Object.values(fields).includes(value),
  )
  return [...uniques]
    .filter((value) => (typeof value === 'string' && value.length > 9) || typeof value === 'number')
    .reduce<string>((rest, value) => rest.replaceAll(String(value), '#'), text)
}

const shapeOf = (name: string): readonly string[] => {
  const { body } = declared[name] ?? {}
  const shapes = body instanceof z.ZodDiscriminatedUnion ? body.options : [body]
  return [
    ...new Set(shapes.flatMap((shape) => (shape instanceof z.ZodObject ? Object.keys(shape.shape) : []))),
  ]
}

describe.each(created)('a field given to $call is told', (draft) => {
  const { call, like, fields = {}, untold = [] } = draft
  const shared = patched.find((one) => one.call === like)?.fields ?? {}
  const fieldOf = (name: string) => name.split(':')[0] ?? name
  const isTested = (name: string) => shapeOf(call).includes(fieldOf(name)) && !untold.includes(fieldOf(name))
  const pairs = Object.entries({ ...shared, ...fields }).filter(([name]) => isTested(name))

  test.each(pairs)('%s', async (name, pair) => {
    const [one, other] = typeof pair === 'function' ? await pair(stage.world) : pair
    const field = fieldOf(name)
    const first = await tell(call, draft, { [field]: one })
    expect(await tell(call, draft, { [field]: other })).not.toBe(first)
  })

  test('each field of the call is among them', () => {
    const known = [...pairs.map(([name]) => fieldOf(name)), ...untold]
    expect(shapeOf(call)).not.toEqual([])
    // The base of a view decides what its other fields are.
    expect(shapeOf(call).filter((name) => !known.includes(name) && name !== 'screen')).toEqual([])
  })
})

test('each call that creates something is among them', () => {
  const names = Object.entries(declared).flatMap(([name, { success }]) => (success === 201 ? [name] : []))
  const known = [...created.map(({ call }) => call), ...others]
  expect(names.filter((name) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => !names.includes(name))).toEqual([])
})

test('each of these fields has a name, and none is the version of a row', async () => {
  expect(await namelessFields(stage.world.db)).toEqual([])
})
