import { buildOrder, buildShopItem, giveCoins } from '../rows/shop.ts'
import type { Input, Row, World } from './row.ts'

const item =
  (fields: object = {}, body?: object) =>
  async ({ db, people }: World): Promise<Input> => ({
    id: await buildShopItem(db, people.admin, fields),
    ...(body && { body }),
  })

/** An order of the staff member. */
const order =
  (body?: object, status?: 'processing') =>
  async ({ db, people }: World): Promise<Input> => {
    const id = await buildOrder(db, people.staff)
    const step = { status, status_at: new Date().toISOString(), status_by: people.admin.id }
    if (status) await db.update('orders', step).where('id', '=', id).execute()
    return { id, ...(body && { body }) }
  }

const purchase = async ({ db, people }: World): Promise<Input> => {
  for (const user of [people.staff, people.colleague, people.admin, people.owner])
    await giveCoins(db, user, 100)
  return { body: { item_id: await buildShopItem(db, people.admin) } }
}

const hidden = { is_active: false }

export const shopRows: Row[] = [
  { call: 'shop.list', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'shop.get', expect: [401, 200, 200, 200, 200, 404], make: item() },
  { call: 'shop.get', case: 'switched off', expect: [401, 404, 404, 200, 200, 404], make: item(hidden) },
  {
    call: 'shop.create',
    expect: [401, 403, 403, 201, 201, 201],
    make: async () => ({ body: { name: 'Термос', price: 300 } }),
  },
  { call: 'shop.update', expect: [401, 403, 403, 200, 200, 404], make: item({}, { price: 250 }) },
  { call: 'shop.remove', expect: [401, 403, 403, 200, 200, 404], make: item() },
  { call: 'shop.wish', expect: [401, 200, 200, 200, 200, 404], make: item({}, { is_wished: true }) },
  {
    call: 'shop.wish',
    case: 'for what is switched off',
    expect: [401, 404, 404, 200, 200, 404],
    make: item(hidden, { is_wished: true }),
  },
  { call: 'shop.worth', expect: [401, 403, 403, 403, 200, 200] },
  { call: 'orders.list', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'orders.waiting', expect: [401, 403, 403, 200, 200, 200] },
  { call: 'orders.get', expect: [401, 200, 404, 200, 200, 404], make: order() },
  { call: 'orders.create', expect: [401, 201, 201, 201, 201, 422], make: purchase },
  {
    call: 'orders.update',
    case: 'to the next state',
    expect: [401, 403, 404, 200, 200, 404],
    make: order({ status: 'processing' }),
  },
  {
    call: 'orders.update',
    case: 'cancelled',
    expect: [401, 200, 404, 200, 200, 404],
    make: order({ status: 'cancelled', comment: 'Закончились' }),
  },
  {
    call: 'orders.update',
    case: 'cancelled while it is prepared',
    expect: [401, 409, 404, 200, 200, 404],
    make: order({ status: 'cancelled', comment: 'Закончились' }, 'processing'),
  },
  {
    call: 'orders.update',
    case: 'a word about it',
    expect: [401, 403, 404, 200, 200, 404],
    make: order({ comment: 'Завтра' }),
  },
  { call: 'orders.undo', expect: [401, 403, 403, 200, 200, 404], make: order(undefined, 'processing') },
]
