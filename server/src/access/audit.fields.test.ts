import { randomUUID } from 'node:crypto'
import { companyDefaults } from '@artel/contract/company.line'
import { automaticKinds } from '@artel/contract/pushes.line'
import { ownKeys } from '@artel/contract/records'
import { viewStates } from '@artel/contract/views'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Input, task, type World } from '../testing/access/row.ts'
import { isNamed, namelessFields } from '../testing/access/told-fields.ts'
import { ask, declared, useStage } from '../testing/access/world.ts'
import { useTestApp } from '../testing/app.ts'
import { buildProduct, buildUser, buildView, buildWarehouse } from '../testing/build.ts'
import { buildLink } from '../testing/media.ts'
import { buildPush } from '../testing/pushes.ts'
import { buildBox, buildSupply } from '../testing/supplies.ts'

// A field that gets another value of the same size must show in the entry. A log that tells only how many there
// are, or a text that different values share, fails here.
const test_ = useTestApp()
const stage = useStage(test_)

/** Two values of one size. */
type Pair = readonly [unknown, unknown]
type Pairs = Record<string, Pair | ((world: World) => Promise<Pair>)>
type Patched = {
  call: string
  make: (world: World) => Promise<Input>
  /** The values of each field. A field with several cases has a name for each, such as `audience: people`. */
  fields: Pairs
  /** Fields of the call that this log does not tell, or that `fields` cannot hold alone. */
  untold?: readonly string[]
}

const twoOf = async (make: () => Promise<number>): Promise<readonly [number, number]> => [
  await make(),
  await make(),
]
const media = async ({ db, people }: World): Promise<Pair> => {
  const [one, other] = await twoOf(() => buildLink(db, people.admin))
  return [[one], [other]]
}
const warehouses = ({ db }: World) => twoOf(() => buildWarehouse(db))
const products = ({ db }: World) => twoOf(() => buildProduct(db))
const people = ({ root, db }: World) => twoOf(() => buildUser(root, db, 'staff').then(({ id }) => id))
const audience =
  (name: string, find: (world: World) => Promise<readonly [number, number]>) =>
  async (world: World): Promise<Pair> => {
    const [one, other] = await find(world)
    return [{ [name]: [one] }, { [name]: [other] }]
  }
const line = (quantity: number, fields: object = {}) => ({
  quantity,
  planned: null,
  expires_on: null,
  ...fields,
})
const text = ['Первое', 'Второе'] as const
const component = { article: null, quantity: 1 }
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const patched: Patched[] = [
  {
    call: 'pushes.update',
    make: async ({ db, people: { admin } }) => ({ id: await buildPush(db, admin) }),
    fields: {
      title: text,
      body: text,
      url: ['/tasks/1', '/tasks/2'],
      send_at: [inHours(5), inHours(6)],
      'audience: types': [{ types: ['staff'] }, { types: ['admin'] }],
      'audience: people': audience('user_ids', people),
      'audience: warehouses': audience('warehouse_ids', warehouses),
      'audience: leagues': [{ leagues: ['silver'] }, { leagues: ['gold'] }],
      'audience: on shift': [{ is_on_shift: true }, { is_on_shift: false }],
    },
  },
  {
    call: 'pushes.setAutomatic',
    make: async () => ({}),
    fields: Object.fromEntries(
      automaticKinds.flatMap((kind): [string, Pair][] => [
        [`${kind}: on`, [{ on: true }, { on: false }]],
        [`${kind}: title`, [{ title: text[0] }, { title: text[1] }]],
        [`${kind}: body`, [{ body: text[0] }, { body: text[1] }]],
        [`${kind}: a language`, [{ body: { en: text[0] } }, { body: { en: text[1] } }]],
        [
          `${kind}: a text that moves`,
          [
            { title: text[0], body: null },
            { title: null, body: text[0] },
          ],
        ],
      ]),
    ),
  },
  {
    call: 'supplies.updateBox',
    make: async ({ db }) => {
      const supply_id = await buildSupply(db)
      return { id: await buildBox(db, supply_id), params: { supply_id } }
    },
    fields: {
      barcode: ['AB-1', 'AB-2'],
      weight_g: [100, 200],
      'items: product': async (world) => {
        const [one, other] = await products(world)
        return [[line(5, { product_id: one })], [line(5, { product_id: other })]]
      },
      ...Object.fromEntries(
        Object.entries({ quantity: [5, 6], planned: [7, 8], expires_on: ['2027-01-30', '2027-01-31'] }).map(
          ([name, values]) => [
            `items: ${name}`,
            async ({ db }: World): Promise<Pair> => {
              const product_id = await buildProduct(db)
              const [one, other] = values.map((value) => [line(5, { product_id, [name]: value })])
              return [one, other]
            },
          ],
        ),
      ),
    },
  },
  {
    call: 'tasks.update',
    make: task({ user_id: null, started_at: null }),
    fields: {
      title: text,
      description: text,
      priority: ['low', 'high'],
      product_id: products,
      quantity: [2, 3],
      warehouse_id: warehouses,
      supply_id: ({ db }) => twoOf(() => buildSupply(db)),
      user_id: people,
      money: [100, 200],
      coins: [1, 2],
      norm_seconds: [60, 61],
      due_at: ['2026-12-20T06:00:00.000Z', '2026-12-21T06:00:00.000Z'],
      requires_review: [true, false],
      multimedia_ids: media,
    },
  },
  {
    call: 'personnel.update',
    make: async ({ root, db }) => ({ id: (await buildUser(root, db, 'staff')).id }),
    fields: {
      type: ['staff', 'admin'],
      first_name: text,
      last_name: text,
      nick_name: text,
      email: async () => [`${randomUUID()}@artel.test`, `${randomUUID()}@artel.test`],
      phone: ['+7 495 204-18-33', '+7 495 204-18-34'],
      birth_date: ['1990-01-01', '1990-01-02'],
      language: ['ru', 'en'],
      warehouse_id: warehouses,
      position: text,
      hired_on: ['2020-01-01', '2020-01-02'],
      force_change_password: [true, false],
    },
    // A secret has no values in the log.
    untold: ['password'],
  },
  {
    call: 'products.update',
    make: async ({ db }) => ({ id: await buildProduct(db) }),
    fields: {
      name: text,
      article: async () => [randomUUID(), randomUUID()],
      barcodes: [['4601234567893'], ['4601234567800']],
      wildberries_id: [1001, 1002],
      brand: text,
      category: text,
      description: text,
      components: [[{ ...component, name: text[0] }], [{ ...component, name: text[1] }]],
      money: [100, 200],
      coins: [1, 2],
      norm_seconds: [60, 61],
      weight_g: [100, 200],
      is_active: [true, false],
      stock: async (world) => {
        const [one, other] = await warehouses(world)
        return [[{ warehouse_id: one, quantity: 5 }], [{ warehouse_id: other, quantity: 5 }]]
      },
      multimedia_ids: media,
    },
  },
  {
    call: 'warehouses.update',
    make: async ({ db }) => ({ id: await buildWarehouse(db) }),
    fields: {
      name: async () => [randomUUID(), randomUUID()],
      address: text,
      is_active: [true, false],
    },
  },
  {
    call: 'company.update',
    make: async () => ({}),
    fields: {
      name: text,
      address: text,
      phone: ['+7 495 204-18-33', '+7 495 204-18-34'],
      email: ['one@artel.test', 'two@artel.test'],
      timezone: [3, 4],
    },
    // A file. Tests of the company send one.
    untold: ['logo'],
  },
]

const entriesSince = (known: number) =>
  stage.world.db
    .from('audit')
    .select(['id', 'before', 'after'])
    .where('id', '>', known)
    .orderBy('id')
    .execute()

const newest = async (): Promise<number> => (await entriesSince(0)).at(-1)?.id ?? 0

const send = async (name: string, input: Input, body: object) => {
  const call = declared[name]
  if (!call) throw new Error(`no call ${name}`)
  const answer = await ask(stage.clients.owner, call, { ...input, body })
  expect([answer.statusCode, answer.body]).toMatchObject([expect.toSatisfy((code: number) => code < 300), {}])
}

/** Sends one body after the other, and checks the entry of the second. */
async function expectTold(name: string, input: Input, bodies: readonly [object, object]): Promise<void> {
  await send(name, input, bodies[0])
  const known = await newest()
  await send(name, input, bodies[1])
  const told = await entriesSince(known)
  expect(told.length).toBeGreaterThan(0)
  for (const { before, after } of told) {
    expect(Object.keys({ ...before, ...after })).not.toEqual([])
    expect(before).not.toEqual(after)
  }
}

describe.each(patched)(
  'another value of the same size is told by $call',
  ({ call, make, fields, untold = [] }) => {
    test.each(Object.entries(fields))('%s', async (named, pair) => {
      const [field = named] = named.split(':')
      const [one, other] = typeof pair === 'function' ? await pair(stage.world) : pair
      await expectTold(call, await make(stage.world), [{ [field]: one }, { [field]: other }])
    })

    test('each field of the call is among them', () => {
      const { body } = declared[call] ?? {}
      const names = body instanceof z.ZodObject ? Object.keys(body.shape) : []
      const known = [...Object.keys(fields).map((named) => named.split(':')[0]), ...untold, 'version']
      expect(names).not.toEqual([])
      expect(names.filter((name) => !known.includes(name))).toEqual([])
    })
  },
)

/** Another value of each setting, and its default. */
function settingPairs(settings: object, path: readonly string[] = []): [object, object][] {
  return Object.entries(settings).flatMap(([name, value]): [object, object][] => {
    const here = [...path, name]
    if (typeof value === 'object' && value !== null) return settingPairs(value, here)
    const nest = (inner: unknown): object =>
      here.reduceRight<unknown>((body, key) => ({ [key]: body }), inner) as object // `here` is not empty
    const next = typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : '460712'
    return [[nest(next), nest(value)]]
  })
}

test('another value of each setting of the company is told', async () => {
  // There is one currency. A required second factor would end the calls of this owner, who has none.
  const { achievement, currency: _, security: __, ...settings } = companyDefaults
  const pairs = settingPairs({ ...settings, achievements: { racer: achievement } })
  expect(pairs.length).toBeGreaterThan(9)
  for (const [one, other] of pairs) {
    const of = (wanted: object) => ({ parent: 'company', settings: wanted })
    await expectTold('settings.update', {}, [of(one), of(other)])
  }
})

test('each of these fields has a name, and none is the version of a row', async () => {
  expect(await namelessFields(stage.world.db)).toEqual([])
})

/** Paths of a state, without those below a record of free keys. */
const pathsOf = (shape: object, path: string): string[] =>
  Object.entries(shape).flatMap(([name, field]) => {
    const inner = field instanceof z.ZodOptional ? field.unwrap() : field
    return inner instanceof z.ZodObject ? pathsOf(inner.shape, `${path}.${name}`) : [`${path}.${name}`]
  })

test.each(ownKeys(viewStates))('each field of a view of %s has a name', (screen) => {
  const paths = pathsOf(viewStates[screen].shape, 'state')
  expect(paths).toContain('state.filters.date_from')
  expect(paths.filter((path) => !isNamed(path))).toEqual([])
})

test('a column that is named like a secret keeps its width in the log', async () => {
  const { db, people } = stage.world
  const id = await buildView(db, people.owner, { name: randomUUID(), user_id: null })
  const known = await newest()
  const columns = { widths: { token: 100, password_hash: null } }
  await send('views.update', { id }, { state: { filters: {}, columns } })
  expect(await entriesSince(known)).toMatchObject([
    { before: {}, after: { 'state.columns.widths': 'password_hash: —, token: 100' } },
  ])
})
