/** An item with a place among its siblings, counted from 1 without gaps. */
export type Placed = { id: number; position: number }

/** The rows after the one with `id` has moved to the place `to`. The rows in between shift by one. */
export function moved<Row extends Placed>(rows: readonly Row[], id: number, to: number): Row[] {
  const from = rows.find((row) => row.id === id)?.position
  if (from === undefined) return [...rows]
  const shift = from > to ? 1 : -1
  const [first, last] = [Math.min(from, to), Math.max(from, to)]
  const isBetween = ({ position }: Row) => position >= first && position <= last
  return rows
    .map((row) => {
      if (row.id === id) return { ...row, position: to }
      return isBetween(row) ? { ...row, position: row.position + shift } : row
    })
    .sort((one, other) => one.position - other.position)
}
