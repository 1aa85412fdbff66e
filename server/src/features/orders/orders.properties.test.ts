import type { Order } from '@artel/contract/orders/orders'
import { type OrderStatus, orderMoves, orderStatuses } from '@artel/contract/orders/orders.line'
import { expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildUser } from '../../testing/rows/build.ts'
import { buildShopItem } from '../../testing/rows/shop.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { Random } from '../../testing/values/random.ts'

const test_ = useTestApp()

const seed = Number(process.env.SHOP_SEED ?? Math.floor(Math.random() * 2 ** 31))
const steps = 350

type Item = { id: number; price: number; stocked: number | null; taken: number; limit: number | null }
type Placed = {
  id: number
  item: Item
  person: number
  quantity: number
  total: number
  status: OrderStatus
  undoTo: OrderStatus | null
}

/** A model of the shop: the coins of each person, and the stock of each item. */
class Sheet {
  readonly coins: number[]
  readonly orders: Placed[] = []
  readonly items: Item[]
  constructor(items: Item[], people: number) {
    this.items = items
    this.coins = Array.from({ length: people }, () => 0)
  }

  bought(item: Item, person: number): number {
    const held = this.orders.filter((one) => one.item === item && one.person === person)
    return held.reduce((sum, { status, quantity }) => sum + (status === 'cancelled' ? 0 : quantity), 0)
  }

  leftOf = ({ stocked, taken }: Item): number | null => (stocked === null ? null : stocked - taken)

  isBeyondLimit = (item: Item, person: number, quantity: number): boolean =>
    item.limit !== null && this.bought(item, person) + quantity > item.limit

  isBeyondStock = (item: Item, quantity: number): boolean => quantity > (this.leftOf(item) ?? quantity)

  /** Takes the coins and stock of an order, or (-1) returns them. */
  settle({ item, person, quantity, total }: Omit<Placed, 'id'>, sign: 1 | -1): void {
    item.taken += sign * quantity
    this.coins[person] = this.has(person) - sign * total
  }

  has = (person: number): number => this.coins[person] ?? 0
}

/** A random operation: the request, and the expected answer. */
type Drawn = { send: () => ReturnType<TestClient['send']>; answer: string; apply?: (body: object) => void }

test(`random purchases, cancellations, undos and restocks match the model (SHOP_SEED=${seed})`, async () => {
  const random = new Random(seed)
  const { db, people, as } = await buildTeam(test_)
  const users = [
    people.staff,
    await buildUser(test_.root, db, 'staff'),
    await buildUser(test_.root, db, 'staff'),
  ]
  const clients = await Promise.all(users.map((user) => TestClient.signIn(test_.app, user)))
  const items: Item[] = []
  for (const [price, stocked, limit] of [
    [10, 6, 3],
    [25, null, 4],
    [7, 9, null],
  ] as const) {
    const id = await buildShopItem(db, people.admin, { price, stocked, limit_per_user: limit })
    items.push({ id, price, stocked, taken: 0, limit })
  }
  const sheet = new Sheet(items, users.length)

  const edit = (item: Item, body: object, apply: () => void): Drawn => ({
    send: () => as.admin.send('PUT', `/shop-items/${item.id}`, body),
    answer: '200',
    apply,
  })

  const buy = (): Drawn => {
    const [item, person, quantity] = [random.pick(items), random.between(0, 2), random.between(1, 3)]
    const total = item.price * quantity
    const send = () => (clients[person] ?? as.staff).post('/orders/create', { item_id: item.id, quantity })
    if (sheet.isBeyondLimit(item, person, quantity)) return { send, answer: '409 limit_reached' }
    if (sheet.isBeyondStock(item, quantity)) return { send, answer: '409 out_of_stock' }
    if (total > sheet.has(person)) return { send, answer: '409 insufficient_coins' }
    return {
      send,
      answer: '201',
      apply: (body) => {
        const { id } = (body as { order: Order }).order
        const order: Placed = { id, item, person, quantity, total, status: 'pending', undoTo: null }
        sheet.settle(order, 1)
        sheet.orders.push(order)
      },
    }
  }

  const move = (order: Placed): Drawn => {
    const status = random.pick(orderStatuses)
    const send = () => as.admin.send('PUT', `/orders/${order.id}`, { status, comment: 'Так' })
    if (status === order.status) return { send, answer: '200' }
    if (!orderMoves[order.status].includes(status)) return { send, answer: '409 wrong_state' }
    return {
      send,
      answer: '200',
      apply: () => {
        if (status === 'cancelled') sheet.settle(order, -1)
        Object.assign(order, { undoTo: order.status, status })
      },
    }
  }

  const undo = (order: Placed): Drawn => {
    const send = () => as.owner.post(`/orders/${order.id}/undo`)
    const { item, person, quantity, total, undoTo } = order
    const takes = order.status === 'cancelled'
    const isShort =
      total > sheet.has(person) ||
      sheet.isBeyondLimit(item, person, quantity) ||
      sheet.isBeyondStock(item, quantity)
    if (undoTo === null || (takes && isShort)) return { send, answer: '409 wrong_state' }
    return {
      send,
      answer: '200',
      apply: () => {
        if (takes) sheet.settle(order, 1)
        Object.assign(order, { status: undoTo, undoTo: null })
      },
    }
  }

  const pay = (): Drawn => {
    const [person, amount] = [random.between(0, 2), random.between(1, 60)]
    const isFine = random.isWithin(0.3)
    const kind = isFine ? 'fine' : 'bonus'
    const body = { user_id: users[person]?.id, amount, kind, comment: 'Так' }
    const send = () => as.owner.post('/coins', body)
    const next = sheet.has(person) + (isFine ? -amount : amount)
    if (next < 0) return { send, answer: '409 insufficient_coins' }
    return {
      send,
      answer: '201',
      apply: () => {
        sheet.coins[person] = next
      },
    }
  }

  const restock = (): Drawn => {
    const item = random.pick(items)
    const stock = random.isWithin(0.2) ? null : random.between(0, 8)
    const apply = () => {
      item.stocked = stock === null ? null : stock + item.taken
    }
    return edit(item, { stock }, apply)
  }
  const bound = (): Drawn => {
    const item = random.pick(items)
    const limit = random.isWithin(0.3) ? null : random.between(1, 5)
    return edit(item, { limit_per_user: limit }, () => {
      item.limit = limit
    })
  }
  const reprice = (): Drawn => {
    const item = random.pick(items)
    const price = random.between(1, 30)
    return edit(item, { price }, () => {
      item.price = price
    })
  }

  const draw = (): Drawn => {
    const order = sheet.orders.length > 0 ? random.pick(sheet.orders) : null
    const kind = random.between(0, 19)
    if (kind < 7) return buy()
    if (kind < 12) return order ? move(order) : buy()
    if (kind < 15) return order ? undo(order) : buy()
    if (kind < 17) return pay()
    return random.pick([restock, bound, reprice])()
  }

  for (let step = 0; step < steps; step += 1) {
    const { send, answer, apply } = draw()
    const { statusCode, body } = await send()
    expect([statusCode, body.code].filter(Boolean).join(' '), `step ${step}`).toBe(answer)
    apply?.(body)
  }

  const balances = await db
    .from('accounts')
    .select(['user_id', 'balance'])
    .where('ledger', '=', 'coins')
    .execute()
  const balanceOf = (id: number) => balances.find(({ user_id }) => user_id === id)?.balance
  expect(users.map(({ id }) => balanceOf(id))).toEqual(sheet.coins)
  for (const [person, client] of clients.entries()) {
    for (const item of items) {
      const { shop_item } = (await client.get(`/shop-items/${item.id}`)).body
      const left = item.limit === null ? null : Math.max(0, item.limit - sheet.bought(item, person))
      expect(shop_item).toMatchObject({ stock: sheet.leftOf(item), left_for_me: left })
    }
  }
  for (const { id, status } of sheet.orders) {
    const { body } = await as.admin.get(`/orders/${id}`)
    expect(body.order).toMatchObject({ status })
  }
}, 120_000)
