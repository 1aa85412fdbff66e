import type pg from 'pg'

const takePiece = {
  name: 'take piece',
  text: 'update bare_items set stock = stock - 1 where id = 1 and stock >= 1 returning stock',
}

/** Takes one of what is left, and nothing else. @returns what it answers */
export async function takeOne(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query(takePiece)
  return JSON.stringify({ status: true, stock: rows[0].stock })
}
