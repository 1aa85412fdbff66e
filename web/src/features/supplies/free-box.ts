import type { Box } from '@artel/contract/supplies'

type Candidate = Pick<Box, 'id' | 'number' | 'sealed_at' | 'units_count' | 'packed_by'>

/**
 * The box to be packed next: one's own that is under way, else an empty one, and in either case first of those after
 * `after`. What others have begun is left to them, as long as there is another.
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
