import type pg from 'pg'

// A purchase of one piece: the minimum of statements for the same rows and the same answer. Its tables have
// no triggers, so the work of the triggers is done here. The stock is a plain conditional update.

/** The tables of the bare purchase, with one item and its stock. */
export const bareTables = (stock: number) => `
  create table bare_items (id bigint primary key, price bigint not null, stock integer not null);
  insert into bare_items values (1, 1, ${stock});
  create table bare_months (user_id bigint, month date, bought integer not null, primary key (user_id, month));
  create table bare_orders (like orders including defaults including identity including indexes);
  create table bare_order_events (like order_events including defaults including identity including indexes)`

const readItem = {
  name: 'read item',
  text: `select price, stock, nextval(pg_get_serial_sequence('bare_orders', 'id')) as order_id from bare_items where id = 1`,
}
const lockCoins = {
  name: 'lock coins',
  text: `select balance from accounts where company_id = $1 and ledger = 'coins' and user_id = $2 for no key update`,
}
const payCoins = {
  name: 'pay coins',
  text: `insert into ledger_entries
      (company_id, ledger, user_id, amount, kind, source_type, source_id, key, created_by, created_at)
    values ($1, 'coins', $2, -$3::bigint, 'purchase', 'posting', $4::bigint, 'bare:' || $4::bigint, $2, now())`,
}
const notifyLeaders = {
  name: 'tell leaders',
  text: `insert into notifications (company_id, user_id, actor_id, kind, params, url, created_at)
    select $1, id, $2, 'order_created', jsonb_build_object('id', $3::bigint, 'name', 'Термос', 'quantity', 1), '/orders', now()
    from users where company_id = $1 and type <> 'staff' and status = 'active'`,
}
const countMonth = {
  name: 'count month',
  text: `insert into bare_months as m values ($1, date_trunc('month', now()), 1)
    on conflict (user_id, month) do update set bought = m.bought + 1`,
}
const place = {
  name: 'place',
  text: `insert into bare_orders
      (company_id, id, user_id, item_id, name, price, quantity, total, month, status_at, status_by, created_at)
    values ($1, $2, $3, 1, 'Термос', $4, 1, $4, date_trunc('month', now()), now(), $3, now())`,
}
const begin = {
  name: 'begin history',
  text: `insert into bare_order_events (company_id, order_id, user_id, kind, to_status, created_at)
    values ($1, $2, $3, 'create', 'pending', now())`,
}
const readOrder = {
  name: 'read order',
  text: `select o.*, (
      select jsonb_build_object('id', p.id, 'full_name', p.full_name, 'avatar', p.avatar) from users p
      where p.company_id = o.company_id and p.id = o.user_id) as "user", (
      select jsonb_agg(to_jsonb(e)) from bare_order_events e
      where e.company_id = o.company_id and e.order_id = o.id) as history
    from bare_orders o where company_id = $1 and id = $2`,
}
const takePiece = {
  name: 'take piece',
  text: 'update bare_items set stock = stock - 1 where id = 1 and stock >= 1',
}

type Caller = { company_id: string; user_id: string }

/** Buys one piece. @returns the answer */
export async function placeOrder(pool: pg.Pool, { company_id, user_id }: Caller): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query(readItem)
    const { price, order_id } = rows[0]
    await client.query({ ...lockCoins, values: [company_id, user_id] })
    await client.query({ ...payCoins, values: [company_id, user_id, price, order_id] })
    await client.query({ ...notifyLeaders, values: [company_id, user_id, order_id] })
    await client.query({ ...place, values: [company_id, order_id, user_id, price] })
    await client.query({ ...begin, values: [company_id, order_id, user_id] })
    await client.query({ ...countMonth, values: [user_id] })
    const order = await client.query({ ...readOrder, values: [company_id, order_id] })
    const taken = await client.query(takePiece)
    if (taken.rowCount !== 1) throw new Error('Sold out')
    await client.query('commit')
    return JSON.stringify({ status: true, order: order.rows[0] })
  } finally {
    client.release()
  }
}
