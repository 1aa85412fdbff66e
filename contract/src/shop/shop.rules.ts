// Without schemas, so that a storefront does not load the schema library.

/** Maximum pieces of an item in one order, and in a month for one person. */
export const maxPieces = 1000

/** Maximum stock of an item, in pieces. */
export const maxStock = 1_000_000

type Offer = { is_active: boolean; stock: number | null; left_for_me: number | null }

/** Maximum pieces of an item that a person may buy at once, regardless of coins; null: unlimited. */
export function piecesFor({ is_active, stock, left_for_me }: Offer): number | null {
  if (!is_active) return 0
  const bounds = [stock, left_for_me].filter((bound) => bound !== null)
  return bounds.length === 0 ? null : Math.min(...bounds)
}
