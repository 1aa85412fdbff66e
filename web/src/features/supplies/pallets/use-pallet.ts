import type { Pallet, PalletBox } from '@artel/contract/supplies/supplies'
import { useRef, useState } from 'react'
import { useCall } from '../../../api/cache/query.ts'
import { playSound, type RefusalSound } from '../scanner/scan-sounds.ts'
import { type BoxJudgement, judgeBox, loadOf } from './judge-box.ts'
import { type RefusedBox, usePalletQueue } from './use-pallet-queue.ts'

/** The box that was scanned last. `isTwice`: it stood on the pallet already. */
export type BoxInHand = { barcode: string; box: PalletBox | null; isTwice: boolean }

/** All data of the screen on which boxes are scanned onto a pallet, and the handling of its scans. */
export function usePallet(supplyId: number, palletId: number) {
  const reads = usePalletReads(supplyId, palletId)
  const { current: known } = useRef(newKnowledge())
  const [answered, setAnswered] = useState<{ pallet: Pallet; at: number } | null>(null)
  const [inHand, setInHand] = useState<BoxInHand | null>(null)
  const [judged, setJudged] = useState<RefusedBox | null>(null)

  // An answer overrides what was read before it.
  const boxes = reads.boxes.map((box) => {
    const answer = known.answers.get(box.barcode)
    return answer && answer.at > reads.boxesReadAt ? answer.box : box
  })
  const boxOf = (barcode: string) => boxes.find((box) => box.barcode === barcode)

  const showRefused = (refused: RefusedBox) => {
    setInHand(null)
    playSound(sounds[refused.refusal.code] ?? 'refused')
  }
  const queued = usePalletQueue(supplyId, {
    onPut: ({ id, barcode }, { pallet, box }) => {
      if (pallet.id === palletId) setAnswered({ pallet, at: Date.now() })
      if (box) {
        known.answers.set(barcode, { box, at: Date.now() })
        setInHand((present) => (present?.barcode === barcode ? { ...present, box } : present))
      }
      if (!known.told.delete(id)) playSound('counted')
    },
    onRefused: showRefused,
  })
  const { queue, isLost } = queued
  const read = reads.pallet
  const pallet = read && answered && answered.at > reads.palletsReadAt ? answered.pallet : read

  const refuse = (barcode: string, code: string) => {
    known.judged = { id: `judged-${code}`, pallet_id: palletId, barcode, refusal: { code, message: '' } }
    setJudged(known.judged)
    showRefused(known.judged)
  }
  const add = (barcode: string, from?: number) => {
    // A scan during a refusal is not counted, because nobody has seen the refusal yet.
    if (known.judged ?? queue.readRefused()) return playSound('refused')
    if (!pallet) return playSound('refused')
    const waiting = queue.readWaiting()
    const situation = { pallet, boxes, isWhole: reads.isWhole, waiting, isLost }
    const judgement: BoxJudgement = from === undefined ? judgeBox(barcode, situation) : 'send'
    const box = boxOf(barcode) ?? null
    if (judgement === 'twice') {
      setInHand({ barcode, box, isTwice: true })
      return playSound('misread')
    }
    if (judgement !== 'send') return refuse(barcode, judgement)
    setInHand({ barcode, box, isTwice: false })
    const id = queue.add(palletId, barcode, from)
    // A box that the page does not know is told when the server has found it.
    const isCertain = box?.is_sealed && (box.pallet_id === null || from !== undefined)
    if (!isCertain) return
    known.told.add(id)
    playSound('counted')
  }
  const acknowledge = () => {
    if (!known.judged) return queue.acknowledge()
    known.judged = null
    setJudged(null)
  }

  const { read: standing, coming } = loadOf(palletId, boxes, queued.waiting)
  return {
    ...reads,
    ...queued,
    pallet,
    boxes,
    boxOf,
    standing,
    coming,
    // The list of boxes may be cut, the count is not.
    count: Math.max(pallet?.boxes_count ?? 0, standing.length) + coming.length,
    refused: judged ?? queued.refused,
    acknowledge,
    inHand,
    add: (barcode: string) => add(barcode),
    /** Moves a box from the pallet on which it stands. */
    move: (barcode: string, from: number) => add(barcode, from),
  }
}

export type Loading = ReturnType<typeof usePallet>

const newKnowledge = () => ({
  /** Boxes of the last answers, by barcode. */
  answers: new Map<string, { box: PalletBox; at: number }>(),
  /** A scan that this page has refused. */
  judged: null as RefusedBox | null,
  /** Ids of scans whose sound was played when they were made. */
  told: new Set<string>(),
})

const sounds: Record<string, RefusalSound> = {
  on_other_pallet: 'full',
  box_open: 'misread',
  no_such_box: 'foreign',
  invalid: 'foreign',
}

function usePalletReads(supplyId: number, palletId: number) {
  const input = { params: { supply_id: supplyId } }
  const pallets = useCall('supplies.pallets', input)
  const boxes = useCall('supplies.palletBoxes', input)
  const supply = useCall('supplies.packing', { params: { id: supplyId } })
  return {
    supply: supply.data?.packing,
    pallets: pallets.data?.pallets ?? [],
    pallet: pallets.data?.pallets.find(({ id }) => id === palletId),
    palletsReadAt: pallets.dataUpdatedAt,
    boxesReadAt: boxes.dataUpdatedAt,
    looseCount: pallets.data?.loose_count ?? 0,
    boxes: boxes.data?.boxes ?? [],
    isWhole: boxes.data?.is_whole ?? false,
    isGone: pallets.data !== undefined && !pallets.data.pallets.some(({ id }) => id === palletId),
    failure: pallets.error ?? boxes.error,
    retry: () => {
      void pallets.refetch()
      void boxes.refetch()
    },
  }
}
