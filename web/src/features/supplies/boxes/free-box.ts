import type { Box } from '@artel/contract/supplies/supplies'

type Candidate = Pick<Box, 'id' | 'number' | 'sealed_at' | 'units_count' | 'packed_by'>

/**
 * The next box to pack: the person's own box in progress, else an empty one. In both cases the first one
 * after the number `after` is preferred. Boxes that others have begun are never returned.
 */
export function freeBox<Some extends Candidate>(
  boxes: readonly Some[],
  userId: number,
  after = 0,
): Some | undefined {
  const open = boxes.filter(({ sealed_at }) => sealed_at === null)
  const inOrder = [
    ...open.filter(({ number }) => number > after),
    ...open.filter(({ number }) => number <= after),
  ]
  return (
    inOrder.find(({ units_count, packed_by }) => units_count > 0 && packed_by === userId) ??
    inOrder.find(({ units_count }) => units_count === 0)
  )
}
