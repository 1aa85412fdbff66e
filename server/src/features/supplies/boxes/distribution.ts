import type { BoxGroup, Distribution } from '@artel/contract/supplies/supplies'
import { maxBoxesAtOnce, maxBoxLines, maxCopiedLines } from '@artel/contract/supplies/supplies.line'
import { fieldError } from '../../../errors/errors.ts'

/** Pieces of a product that no box has in its plan or content. */
export type Rest = { product_id: number; quantity: number }

/**
 * Distributes pieces among boxes, in the order of the products. Each product fills boxes of its own. What is left of
 * it goes into one more box or, if products may share a box, into the last box that has room.
 * @throws ApiError 422 at `pieces` if that makes too many boxes or too many lines
 */
export function distribute(rest: readonly Rest[], { pieces, is_mixed }: Distribution): BoxGroup[] {
  const groups: BoxGroup[] = []
  let open: { items: BoxGroup['items']; room: number } | null = null
  for (const { product_id, quantity } of rest) {
    let left = quantity
    if (open && open.items.length < maxBoxLines) {
      const added = Math.min(open.room, left)
      open.items.push({ product_id, planned: added })
      open.room -= added
      left -= added
      if (open.room === 0) open = null
    }
    const full = Math.floor(left / pieces)
    if (full > 0) groups.push({ count: full, items: [{ product_id, planned: pieces }] })
    left -= full * pieces
    if (left === 0) continue
    const items = [{ product_id, planned: left }]
    groups.push({ count: 1, items })
    if (is_mixed) open = { items, room: pieces - left }
  }
  refuseTooMany(groups)
  return groups
}

export const countBoxes = (groups: readonly BoxGroup[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0)

function refuseTooMany(groups: readonly BoxGroup[]): void {
  const lines = groups.reduce((sum, { count, items }) => sum + count * items.length, 0)
  if (countBoxes(groups) > maxBoxesAtOnce || lines > maxCopiedLines)
    throw fieldError('pieces', 'too_many_planned', { boxes: maxBoxesAtOnce, lines: maxCopiedLines })
}
