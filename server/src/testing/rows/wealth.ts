import type { Db } from '../../database/db.ts'

type Wealth = { money: number; coins: number; worked: number }

/**
 * The user's balances, with the coins that open orders could still refund, and the confirmed seconds of work.
 */
export async function wealthOf(db: Db, userId: number): Promise<Wealth> {
  const accounts = await db
    .from('accounts')
    .select(['ledger', 'balance'])
    .where('user_id', '=', userId)
    .execute()
  const orders = await db
    .from('orders')
    .select(({ fn }) => fn.sum<number>('total').as('total'))
    .where('user_id', '=', userId)
    .where('status', '!=', 'cancelled')
    .executeTakeFirst()
  const shifts = await db
    .from('shifts')
    .select(({ fn }) => fn.sum<number>('worked_seconds').as('seconds'))
    .where('user_id', '=', userId)
    .where('confirmed', '=', true)
    .executeTakeFirst()
  const balanceOf = (ledger: string) => accounts.find((account) => account.ledger === ledger)?.balance ?? 0
  return {
    money: balanceOf('money'),
    coins: balanceOf('coins') + Number(orders?.total ?? 0),
    worked: Number(shifts?.seconds ?? 0),
  }
}
