type Counted = {
  units_count: number
  planned_count: number | null
  boxes_count: number
  sealed_count: number
}

/**
 * How much of a supply is packed, 0 to 1:
 * pieces against the plan, without a plan closed boxes against all boxes.
 */
export function packedShare({ units_count, planned_count, boxes_count, sealed_count }: Counted): number {
  if (planned_count !== null && planned_count > 0) return Math.min(1, units_count / planned_count)
  return boxes_count === 0 ? 0 : sealed_count / boxes_count
}
