import type { Pallet, PalletBox } from '@artel/contract/supplies/supplies'
import type { WaitingBox } from './use-pallet-queue.ts'

type Situation = {
  pallet: Pick<Pallet, 'id' | 'closed_at'>
  boxes: readonly PalletBox[]
  /** Whether `boxes` has every box of the supply. */
  isWhole: boolean
  /** Boxes of this person that the server has not answered, on any pallet of the supply. */
  waiting: readonly WaitingBox[]
  isLost: boolean
}

/** What to do with a scanned box. All others than `send` and `twice` are codes of refusals. */
export type BoxJudgement = 'send' | 'twice' | 'box_open' | 'on_other_pallet' | 'no_such_box' | 'pallet_closed'

/**
 * Judges the scan of a box before it is sent. With a connection the server judges, because only it knows what others
 * have closed and moved meanwhile. Without one the last data that was loaded decides, so that a box is refused
 * while it is still in the hands.
 */
export function judgeBox(
  barcode: string,
  { pallet, boxes, isWhole, waiting, isLost }: Situation,
): BoxJudgement {
  const box = boxes.find((one) => one.barcode === barcode)
  const sent = waiting.findLast((one) => one.barcode === barcode)
  if (sent?.pallet_id === pallet.id) return 'twice'
  if (!sent && box?.pallet_id === pallet.id) return 'twice'
  if (!isLost) return 'send'
  if (pallet.closed_at !== null) return 'pallet_closed'
  if (!box) return isWhole ? 'no_such_box' : 'send'
  if (!box.is_sealed) return 'box_open'
  return sent || box.pallet_id !== null ? 'on_other_pallet' : 'send'
}

/** Boxes that stand on the pallet once everything is sent, the last one first. */
export function loadOf(
  palletId: number,
  boxes: readonly PalletBox[],
  waiting: readonly WaitingBox[],
): { read: PalletBox[]; coming: WaitingBox[] } {
  const read = boxes.filter(({ pallet_id }) => pallet_id === palletId)
  const known = new Set(read.map(({ barcode }) => barcode))
  const coming = waiting.filter((one) => one.pallet_id === palletId && !known.has(one.barcode))
  return { read, coming: coming.toReversed() }
}
