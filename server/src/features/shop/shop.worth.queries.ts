import type { ShopWorth } from '@artel/contract/shop/shop'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { dayStart, today } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { exactSum, sumOf } from '../../database/queries/sums.ts'
import { shiftDay } from '../../days.ts'

/** Recent earnings and purchases are those of this many weeks. */
const weeks = 12

const maxItems = 100

const firstDay = ({ timezone }: Pick<Actor, 'timezone'>): string => shiftDay(today(timezone), 1 - 7 * weeks)

/**
 * Median coins that active staff have recently earned per week; null if nobody has earned any. For newer
 * people, only the weeks since they joined count. People without coins are left out, because they are not
 * paid in coins.
 */
export async function findWeekly(db: Db, actor: Pick<Actor, 'timezone'>): Promise<number | null> {
  const day = today(actor.timezone)
  const points = sql.raw(exactSum('points'))
  const [row] = await db.query(sql<{ weekly: number | null }>`
    select percentile_cont(0.5) within group (order by weekly) as weekly
    from (
      select ${points} / least(${weeks}, greatest(1, ceil((
        ${day}::date - company_day(users.company_id, users.created_at) + 1) / 7.0)))::float8 as weekly
      from users
      join points_days on points_days.company_id = users.company_id and points_days.user_id = users.id
      where users.company_id = ${db.companyId} and users.type = 'staff' and users.status = 'active'
        and day >= ${firstDay(actor)}
      group by users.company_id, users.id
      having ${points} > 0
    ) as earned`)
  return row?.weekly ?? null
}

/** The price in weeks of work, to a tenth. */
export const weeksOf = (price: number, weekly: number | null): number | null =>
  weekly === null ? null : Math.round((price / weekly) * 10) / 10

export async function findUnspent(db: Db): Promise<Pick<ShopWorth, 'coins' | 'people' | 'waiting'>> {
  const [sums] = await db.query(sql<Pick<ShopWorth, 'coins' | 'people' | 'waiting'>>`
    select ${sumOf('balance')} as coins, count(*) filter (where balance > 0) as people, (
      select ${sumOf('total')} from orders
      where company_id = ${db.companyId} and status in ('pending', 'processing')
    ) as waiting
    from accounts where company_id = ${db.companyId} and ledger = 'coins'`)
  return sums! // an aggregate has one row
}

type Sold = Pick<ShopWorth['items'][number], 'id' | 'name' | 'price' | 'stock' | 'bought'>

/** The items on sale in their order, with the number of pieces bought recently. */
export const listSold = (db: Db, actor: Actor): Promise<Sold[]> =>
  db.query(sql<Sold>`
    select id, name, price, stock, coalesce(bought, 0)::int8 as bought
    from shop_items
    left join (
      select item_id, ${sumOf('quantity')} as bought from orders
      where company_id = ${db.companyId} and status <> 'cancelled'
        and created_at >= ${dayStart(firstDay(actor), actor.timezone)}
      group by item_id
    ) as sold on sold.item_id = shop_items.id
    where company_id = ${db.companyId} and is_active
    order by position limit ${maxItems}`)
