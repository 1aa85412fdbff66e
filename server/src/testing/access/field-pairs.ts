import { randomUUID } from 'node:crypto'
import { automaticKinds } from '@artel/contract/pushes/pushes.line'
import { buildLink } from '../media/media.ts'
import {
  buildLegalEntity,
  buildProduct,
  buildReward,
  buildUser,
  buildView,
  buildWarehouse,
} from '../rows/build.ts'
import { buildInstruction } from '../rows/instructions.ts'
import { buildCustomText } from '../rows/localizations.ts'
import { buildPush } from '../rows/pushes.ts'
import { buildOrder, buildShopItem } from '../rows/shop.ts'
import { buildBox, buildSupply } from '../rows/supplies.ts'
import { type Input, nextHour, randomInn, shift, task, type World } from './row.ts'

/** Two values of one size. */
export type Pair = readonly [unknown, unknown]
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
/** Two instants of the hour that the next shift gets. */
const minutesInto = (one: number, other: number): Pair => {
  const hour = Date.parse(nextHour().started_at) + 3_600_000
  return [new Date(hour + one * 60_000).toISOString(), new Date(hour + other * 60_000).toISOString()]
}
const listed =
  (find: (world: World) => Promise<Pair>) =>
  async (world: World): Promise<Pair> => {
    const [one, other] = await find(world)
    return [[one], [other]]
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

export const patched: readonly Patched[] = [
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
  {
    call: 'company.schedule',
    // A time cannot be set without the other end.
    make: async ({ root, db }) => {
      const schedule = {
        working_hours_from: '08:00',
        working_hours_to: '20:00',
        first_break_from: '10:00',
        first_break_to: '10:30',
        second_break_from: '15:00',
        second_break_to: '15:30',
        lunch_from: '12:00',
        lunch_to: '13:00',
      }
      await root.updateTable('companies').set(schedule).where('id', '=', db.companyId).execute()
      return {}
    },
    fields: {
      working_days: [{ monday: true }, { monday: false }],
      working_hours_from: ['08:00', '08:01'],
      working_hours_to: ['20:00', '20:01'],
      first_break_from: ['10:00', '10:01'],
      first_break_to: ['10:30', '10:31'],
      second_break_from: ['15:00', '15:01'],
      second_break_to: ['15:30', '15:31'],
      lunch_from: ['12:00', '12:01'],
      lunch_to: ['13:00', '13:01'],
      before_workday_end: [10, 11],
    },
  },
  {
    call: 'hours.update',
    make: shift({}),
    fields: {
      user_id: people,
      started_at: async () => minutesInto(1, 2),
      ended_at: async () => minutesInto(10, 11),
      note: text,
    },
  },
  {
    call: 'instructions.update',
    make: async ({ db, people: { admin } }) => ({ id: await buildInstruction(db, admin) }),
    fields: {
      title: text,
      body: ['<p>Первое</p>', '<p>Второе</p>'],
      category: text,
      multimedia_ids: media,
      product_ids: listed(products),
      requires_ack: [true, false],
      is_published: [true, false],
      raise_revision: [true, true],
    },
    // A place in a list, which changes with every place before it.
    untold: ['position'],
  },
  {
    call: 'legalEntities.update',
    make: async ({ db }) => ({
      id: await buildLegalEntity(db, { type: 'company', inn: randomInn(), bik: '044525225' }),
    }),
    fields: {
      name: text,
      full_name: text,
      inn: async () => [randomInn(), randomInn()],
      kpp: ['773601001', '773601002'],
      ogrn: ['1027700132195', '1067746062449'],
      legal_address: text,
      address: text,
      phone: ['+7 495 204-18-33', '+7 495 204-18-34'],
      email: ['one@artel.test', 'two@artel.test'],
      director: text,
      bank_name: text,
      bik: ['044525225', '044030827'],
      account: ['40702810938000000001', null],
      corr_account: ['30101810400000000225', null],
      is_default: [false, true],
    },
    // It decides which numbers there are. Tests of legal entities change it with them.
    untold: ['type'],
  },
  {
    call: 'localizations.update',
    make: async ({ db, people: { admin } }) => ({ id: await buildCustomText(db, admin) }),
    fields: { ru: text, en: text },
    // It never changes.
    untold: ['key'],
  },
  {
    call: 'multimedia.update',
    make: async ({ db, people: { staff } }) => ({ id: await buildLink(db, staff) }),
    fields: { name: text },
  },
  {
    call: 'orders.update',
    make: async ({ db, people: { staff } }) => ({ id: await buildOrder(db, staff) }),
    fields: { status: ['processing', 'delivered'], multimedia_ids: media },
    // The history of the order has each comment and who wrote it.
    untold: ['comment'],
  },
  {
    call: 'profile.update',
    make: async () => ({}),
    fields: {
      first_name: text,
      last_name: text,
      nick_name: text,
      phone: ['+7 495 204-18-33', '+7 495 204-18-34'],
      birth_date: ['1990-01-01', '1990-01-02'],
      language: ['ru', 'en'],
    },
    // A file. Tests of the profile send one.
    untold: ['avatar'],
  },
  {
    call: 'rewards.update',
    make: async ({ db, people: { admin, staff } }) => ({ id: await buildReward(db, staff, admin) }),
    fields: { title: text, description: text, money: [100, 200], coins: [1, 2] },
  },
  {
    call: 'shop.update',
    make: async ({ db, people: { admin } }) => ({ id: await buildShopItem(db, admin) }),
    fields: {
      name: text,
      description: text,
      price: [10, 20],
      stock: [5, 6],
      limit_per_user: [1, 2],
      is_active: [true, false],
      multimedia_ids: media,
    },
    untold: ['position'],
  },
  {
    call: 'supplies.update',
    make: async ({ db }) => ({ id: await buildSupply(db) }),
    fields: {
      number: async () => [randomUUID(), randomUUID()],
      legal_entity_id: ({ db }) => twoOf(() => buildLegalEntity(db)),
      warehouse_id: warehouses,
      destination: text,
      marketplace: ['wildberries', 'ozon'],
      planned_on: ['2027-01-30', '2027-01-31'],
      comment: text,
      'plan: product': async (world) => {
        const [one, other] = await products(world)
        return [[{ product_id: one, quantity: 5 }], [{ product_id: other, quantity: 5 }]]
      },
      'plan: quantity': async ({ db }) => {
        const product_id = await buildProduct(db)
        return [[{ product_id, quantity: 5 }], [{ product_id, quantity: 6 }]]
      },
    },
  },
  {
    call: 'views.update',
    make: async ({ db, people: { owner } }) => ({
      id: await buildView(db, owner, { user_id: null, name: randomUUID() }),
    }),
    fields: {
      name: async () => [randomUUID(), randomUUID()],
      state: [{ filters: { overdue: true } }, { filters: { overdue: false } }],
      is_shared: [true, false],
    },
  },
]
