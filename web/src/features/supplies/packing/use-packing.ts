import type { ProductBrief } from '@artel/contract/products.brief'
import type { Box, SupplyCount } from '@artel/contract/supplies'
import { useState } from 'react'
import { useCall } from '../../../api/query.ts'
import { playSound } from '../scanner/scan-sounds.ts'
import { type ScanAnswer, useScanQueue, type WaitingScan } from '../scanner/use-scan-queue.ts'
import { isComplete, packingLines } from './packing-counts.ts'

/** How long a scan's answer overrides older data, ms. */
const freshMs = 2000

type Counted = SupplyCount & { at: number }
/** The barcode that was scanned last, with its product once known. */
export type InHand = { barcode: string; product: ProductBrief | null }

/** All data of the packing screen, and the handling of its scans. */
export function usePacking(supplyId: number, boxId: number) {
  const reads = usePackingReads(supplyId, boxId)
  const [answered, setAnswered] = useState<Box | null>(null)
  const [counts] = useState(() => new Map<number, Counted>())
  const [learned] = useState(() => new Map<string, ProductBrief>())
  const [counted] = useState(() => ({ last: null as InHand | null }))
  const [inHand, setInHand] = useState<InHand | null>(null)

  const box = newest(reads.box, answered, boxId)
  for (const product of [...(reads.supply?.products ?? []), ...(box?.items ?? [])])
    for (const barcode of product.product.barcodes) learned.set(barcode, product.product)
  const productOf = (barcode: string) => learned.get(barcode)

  const onCounted = ({ barcode }: WaitingScan, answer: ScanAnswer) => {
    const { item, product } = answer
    setAnswered(answer.box)
    counts.set(product.product_id, { ...product, at: Date.now() })
    counted.last = { barcode, product: item?.product ?? productOf(barcode) ?? null }
    if (item) {
      learned.set(barcode, item.product)
      setInHand((present) => (present?.barcode === barcode ? { barcode, product: item.product } : present))
    }
    playSound(isComplete(answer.box) ? 'complete' : 'counted')
  }
  const onRefused = () => {
    // The packer puts the refused product aside, so the screen shows the last counted product again.
    setInHand(counted.last)
    playSound('refused')
  }
  const queued = useScanQueue(supplyId, { onCounted, onRefused })
  const { scans } = queued

  const add = (barcode: string, quantity = 1) => {
    // A scan during a refusal is not counted, because nobody has seen the refusal yet.
    if (scans.readRefused()) return playSound('refused')
    setInHand({ barcode, product: productOf(barcode) ?? null })
    scans.add({ box_id: boxId, barcode, quantity })
  }

  const products = (reads.packing?.products ?? []).map((read) => {
    const own = counts.get(read.product_id)
    return own && own.packed > read.packed && Date.now() - own.at < freshMs ? own : read
  })
  const lines = box ? packingLines({ box, products, waiting: queued.waiting, productOf }) : []
  return { ...reads, ...queued, box, lines, inHand, productOf, add, setAnswered }
}

export type Packing = ReturnType<typeof usePacking>

function usePackingReads(supplyId: number, boxId: number) {
  const params = { params: { id: supplyId } }
  const packing = useCall('supplies.packing', params)
  // It contains all boxes, so it is read once and not again after each scan of any packer.
  const [known, setKnown] = useState(false)
  const supply = useCall('supplies.get', params, { enabled: !known })
  if (supply.data && !known) setKnown(true)
  const box = useCall('supplies.getBox', { params: { supply_id: supplyId, id: boxId } })
  return {
    packing: packing.data?.packing,
    supply: supply.data?.supply,
    box: box.data?.box,
    failure: box.error ?? supply.error ?? packing.error,
    retry: () => {
      void packing.refetch()
      void box.refetch()
      if (!known) void supply.refetch()
    },
  }
}

/** The newer of two versions, because a query may have started before the last scan was counted. */
function newest(read: Box | undefined, answered: Box | null, boxId: number): Box | undefined {
  if (answered?.id !== boxId) return read
  return !read || answered.version >= read.version ? answered : read
}
