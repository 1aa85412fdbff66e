import { useEffect, useRef } from 'react'
import type { Answer } from '../../../api/send/calls.ts'
import { scansOf } from '../../../api/steps/former-scans.ts'
import { personSteps, watchSteps } from '../../../api/steps/person-steps.ts'
import { useWaitingSteps } from '../../../api/steps/shown-steps.ts'
import type { StepRefusal, WaitingStep } from '../../../api/steps/waiting-step.ts'

export type ScanAnswer = Answer<'supplies.scan'>
/** A scan without a response from the server yet. */
export type WaitingScan = { id: string; box_id: number; barcode: string; quantity: number }
export type RefusedScan = WaitingScan & { refusal: StepRefusal }

type Handlers = {
  onCounted: (scan: WaitingScan, answer: ScanAnswer) => void
  onRefused: (scan: RefusedScan) => void
}

/** The scans of this person in a supply that wait in the queue of steps, and what becomes of them. */
export function useScanQueue(supplyId: number, handlers: Handlers) {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(
    () =>
      watchSteps({
        onAnswered: (step, answer) => {
          if (isOf(supplyId, step)) latest.current.onCounted(scanIn(step), answer as ScanAnswer)
        },
        onRefused: (step) => {
          const refused = isOf(supplyId, step) && refusedIn([step])
          if (refused) latest.current.onRefused(refused)
        },
      }),
    [supplyId],
  )
  const { waiting, isLost } = useWaitingSteps()
  const own = waiting.filter((step) => isOf(supplyId, step))
  return {
    waiting: own.filter(({ refusal }) => !refusal).map(scanIn),
    isLost,
    refused: refusedIn(own),
    scans: scansIn(supplyId),
  }
}

/** What the screen does with the scans of a supply. */
const scansIn = (supplyId: number) => ({
  /** @returns the id of the waiting scan */
  add: ({ box_id, ...body }: Omit<WaitingScan, 'id'>) =>
    personSteps().add({
      call: 'supplies.scan',
      params: { supply_id: supplyId, id: box_id },
      body,
      subject: scansOf(supplyId),
      title: '',
      seen: null,
    }),
  /** The refused scan and the others as they stand now, because a scanner is faster than the screen. */
  readRefused: () => refusedIn(ofSupply(supplyId)),
  readWaiting: () =>
    ofSupply(supplyId)
      .filter(({ refusal }) => !refusal)
      .map(scanIn),
  /** Removes the refused scan after the packer has seen it, and goes on with the others. */
  acknowledge: () => {
    const refused = refusedIn(ofSupply(supplyId))
    if (refused) personSteps().acknowledge(refused.id)
  },
  /** Removes the last scan if it has not been sent yet. */
  dropLast: (): WaitingScan | null => {
    const last = ofSupply(supplyId).at(-1)
    return last && !last.refusal && personSteps().drop(last.id) ? scanIn(last) : null
  },
})

const isOf = (supplyId: number, { subject }: WaitingStep) => subject === scansOf(supplyId)
const ofSupply = (supplyId: number) =>
  personSteps()
    .state()
    .waiting.filter((step) => isOf(supplyId, step))

function scanIn({ id, params, body }: WaitingStep): WaitingScan {
  const { barcode = '', quantity = 1 } = body as { barcode?: string; quantity?: number }
  return { id, box_id: params.id ?? 0, barcode, quantity }
}

function refusedIn(steps: readonly WaitingStep[]): RefusedScan | null {
  const refused = steps.find(({ refusal }) => refusal)
  return refused?.refusal ? { ...scanIn(refused), refusal: refused.refusal } : null
}
