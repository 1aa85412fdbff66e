// Free of schemas, so that a storefront does not carry the checker of all shapes.

/** So many pieces of an item in one order, and in a month by one person. */
export const mostPieces = 1000

/** So many pieces of an item may lie there. */
export const mostStock = 1_000_000

type Offer = { is_active: boolean; stock: number | null; left_for_me: number | null }

/** How many pieces of an item somebody may buy at once, their coins aside; null: nothing holds them. */
export function piecesFor({ is_active, stock, left_for_me }: Offer): number | null {
  if (!is_active) return 0
  const bounds = [stock, left_for_me].filter((bound) => bound !== null)
  return bounds.length === 0 ? null : Math.min(...bounds)
}
