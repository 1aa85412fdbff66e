import type { ProductBrief } from '@artel/contract/products/products.brief'
import type { Box, SupplyCount, SupplyProduct } from '@artel/contract/supplies/supplies'
import { useRef, useState } from 'react'
import { useCall } from '../../../api/cache/query.ts'
import { playSound, type RefusalSound } from '../scanner/scan-sounds.ts'
import {
  type RefusedScan,
  type ScanAnswer,
  useScanQueue,
  type WaitingScan,
} from '../scanner/use-scan-queue.ts'
import { explainRefusal, judgeScan, type RefusalKind } from './judge-scan.ts'
import { isComplete, openLines, packingLines } from './packing-counts.ts'

/** How long a scan's answer overrides older data, ms. */
const freshMs = 2000

type Counted = SupplyCount & { at: number }
/** The barcode that was scanned last, with its product once known. */
export type InHand = { barcode: string; product: ProductBrief | null }

/** All data of the packing screen, and the handling of its scans. */
export function usePacking(supplyId: number, boxId: number) {
  const reads = usePackingReads(supplyId, boxId)
  const [answered, setAnswered] = useState<Box | null>(null)
  const { current: known } = useRef(newKnowledge())
  const [inHand, setInHand] = useState<InHand | null>(null)
  const [judged, setJudged] = useState<RefusedScan | null>(null)

  const box = newest(reads.box, answered, boxId)
  for (const product of [...(reads.supply?.products ?? []), ...(box?.items ?? [])])
    for (const barcode of product.product.barcodes) known.products.set(barcode, product.product)
  const productOf = (barcode: string) => known.products.get(barcode)

  const onCounted = ({ id, barcode }: WaitingScan, answer: ScanAnswer) => {
    const { item, product } = answer
    setAnswered(answer.box)
    known.counts.set(product.product_id, { ...product, at: Date.now() })
    known.lastCounted = { barcode, product: item?.product ?? productOf(barcode) ?? null }
    if (item) {
      known.products.set(barcode, item.product)
      setInHand((present) => (present?.barcode === barcode ? { barcode, product: item.product } : present))
    }
    if (!known.before.delete(id)) playSound(isComplete(answer.box) ? 'complete' : 'counted')
  }
  const showRefused = (scan: RefusedScan) => {
    // The packer puts the refused product aside, so the screen shows the last counted product again.
    setInHand(known.lastCounted)
    playSound(soundOf(explain(scan).kind))
  }
  const queued = useScanQueue(supplyId, {
    onCounted,
    onRefused: (scan) => {
      const before = known.before.get(scan.id)
      if (before !== undefined) known.lastCounted = before
      known.before.delete(scan.id)
      showRefused(scan)
    },
  })
  const { scans } = queued

  const products = (reads.packing?.products ?? []).map((read) => {
    const own = known.counts.get(read.product_id)
    return own && own.packed > read.packed && Date.now() - own.at < freshMs ? own : read
  })
  const explain = ({ refusal: { code }, barcode, quantity, box_id }: RefusedScan) =>
    explainRefusal(
      { code, barcode, quantity, boxId: box_id },
      { box, products, waiting: scans.readWaiting(), productOf, barcodes: known.products.keys() },
    )
  const situation = () =>
    box &&
    reads.packing && {
      box,
      products,
      waiting: scans.readWaiting(),
      productOf,
      isPlanKnown: isPlanKnown(products, reads.supply?.products ?? []),
      isLost: queued.isLost,
    }
  const linesWith = (waiting: readonly WaitingScan[]) =>
    box ? packingLines({ box, products, waiting, productOf }) : []

  const add = (barcode: string, quantity = 1) => {
    // A scan during a refusal is not counted, because nobody has seen the refusal yet.
    if (known.judged ?? scans.readRefused()) return playSound('refused')
    const scan = { box_id: boxId, barcode, quantity }
    const seen = situation()
    const code = seen ? judgeScan(scan, seen) : null
    if (code !== null) {
      known.judged = { ...scan, id: `judged-${code}`, refusal: { code, message: '' } }
      setJudged(known.judged)
      return showRefused(known.judged)
    }
    const product = productOf(barcode) ?? null
    setInHand({ barcode, product })
    const id = scans.add(scan)
    // A scan of an unknown product is told when the server has counted it.
    if (!product) return
    known.before.set(id, known.lastCounted)
    known.lastCounted = { barcode, product }
    playSound(box && isComplete(box, linesWith(scans.readWaiting())) ? 'complete' : 'counted')
  }
  const acknowledge = () => {
    if (!known.judged) return scans.acknowledge()
    known.judged = null
    setJudged(null)
  }

  const lines = linesWith(queued.waiting)
  return {
    ...reads,
    ...queued,
    refused: judged ?? queued.refused,
    acknowledge,
    box,
    lines,
    open: box ? openLines({ box, products }, lines, reads.supply?.products ?? []) : [],
    inHand,
    productOf,
    explain,
    add,
    setAnswered,
  }
}

/** What the page has learned, which no rendering has to wait for. */
const newKnowledge = () => ({
  /** By barcode. */
  products: new Map<string, ProductBrief>(),
  /** The counts of the last answers, by product. */
  counts: new Map<number, Counted>(),
  lastCounted: null as InHand | null,
  /** A scan that this page has refused. */
  judged: null as RefusedScan | null,
  /** The scans whose sound was played when they were made, by id, and what was counted before each. */
  before: new Map<string, InHand | null>(),
})

const sounds: Partial<Record<RefusalKind, RefusalSound>> = {
  full_box: 'full',
  full_supply: 'full',
  not_in_box: 'foreign',
  not_in_supply: 'foreign',
  misread: 'misread',
  unknown: 'unknown',
}
const soundOf = (kind: RefusalKind): RefusalSound => sounds[kind] ?? 'refused'

/** Whether the barcodes of all planned products are loaded. */
const isPlanKnown = (products: readonly SupplyCount[], loaded: readonly SupplyProduct[]) => {
  const ids = new Set(loaded.map(({ product_id }) => product_id))
  return products.every(({ product_id, planned }) => !planned || ids.has(product_id))
}

export type Packing = ReturnType<typeof usePacking>

function usePackingReads(supplyId: number, boxId: number) {
  const params = { params: { id: supplyId } }
  const packing = useCall('supplies.packing', params)
  // It contains all boxes, so it is not read after each scan of any packer, but only when the plan has a new product.
  const [known, setKnown] = useState(false)
  const supply = useCall('supplies.get', params, { enabled: !known })
  const isKnown =
    supply.data !== undefined &&
    isPlanKnown(packing.data?.packing.products ?? [], supply.data.supply.products)
  if (isKnown !== known) setKnown(isKnown)
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
