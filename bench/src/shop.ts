import { bareTables } from './bare-shop.ts'
import { compare, type Target } from './compare.ts'
import { hirePeople, openStage, type Stage } from './stage.ts'

const buyers = 16
/** More pieces than are bought during the run. */
const stock = 1_000_000

/**
 * Compares concurrent purchases of one item with the bare transaction around a conditional update, and checks
 * that no piece is sold twice.
 */
export async function shop(): Promise<void> {
  const stage = await openStage()
  try {
    await stage.query(bareTables(stock))
    const people = await hirePeople(stage, buyers)
    const item = await insertItem(stage)
    let turn = 0
    const purchase = (make: () => Target) => () => {
      const target = make()
      return { ...target, headers: { ...target.headers, ...people[turn++ % buyers] } }
    }
    await compare(
      `purchases of one item by ${buyers}`,
      purchase(() => stage.ours('POST', '/orders/create', { item_id: item })),
      purchase(() => ({ ...stage.bare('/orders'), method: 'POST', body: '{}' })),
      buyers,
    )
    await refuseOversold(stage)
  } finally {
    await stage.close()
  }
}

/** @returns the id of an item that everybody can afford */
async function insertItem({ query, companyId }: Stage): Promise<number> {
  await query(
    `insert into ledger_entries (company_id, ledger, user_id, amount, kind, approved_by, created_at)
     select $1, 'coins', id, 1000000000, 'bonus',
       (select min(id) from users where company_id = $1 and type <> 'staff'), now()
     from users where company_id = $1 and type = 'staff'`,
    [companyId],
  )
  const { rows } = await query(
    `insert into shop_items (company_id, name, price, stocked, position, created_at, updated_at, created_by, updated_by)
     select $1, 'Термос', 1, $2, 1, now(), now(), id, id from users where company_id = $1 and type = 'admin'
     returning id`,
    [companyId, stock],
  )
  return Number(rows[0].id)
}

async function refuseOversold({ query, companyId }: Stage): Promise<void> {
  const { rows } = await query(
    `select stocked - stock as sold, (select count(*) from orders where company_id = $1) as orders, (
       select -sum(amount) from ledger_entries where company_id = $1 and source_type = 'order') as coins
     from shop_items where company_id = $1`,
    [companyId],
  )
  const { sold, orders, coins } = rows[0]
  if (Number(sold) !== Number(orders) || Number(sold) !== Number(coins))
    throw new Error(`${sold} pieces were taken by ${orders} orders for ${coins} coins`)
}
