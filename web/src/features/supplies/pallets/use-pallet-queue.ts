import { useEffect, useRef } from 'react'
import type { Answer } from '../../../api/send/calls.ts'
import { personSteps, watchSteps } from '../../../api/steps/person-steps.ts'
import { useWaitingSteps } from '../../../api/steps/shown-steps.ts'
import type { StepRefusal, WaitingStep } from '../../../api/steps/waiting-step.ts'

type PutAnswer = Answer<'supplies.putOnPallet'>
/** A scan of a box that the server has not answered. */
export type WaitingBox = { id: string; pallet_id: number; barcode: string }
export type RefusedBox = WaitingBox & { refusal: StepRefusal }

type Handlers = {
  onPut: (box: WaitingBox, answer: PutAnswer) => void
  onRefused: (box: RefusedBox) => void
}

/** Scans of boxes of one supply wait for each other. */
const palletsOf = (supplyId: number): string => `pallets:${supplyId}`

/** The boxes that this person has scanned onto pallets of a supply and that wait in the queue of steps. */
export function usePalletQueue(supplyId: number, handlers?: Handlers) {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(
    () =>
      watchSteps({
        onAnswered: (step, answer) => {
          // Only `putOnPallet` has this subject.
          if (isOf(supplyId, step)) latest.current?.onPut(boxIn(step), answer as PutAnswer)
        },
        onRefused: (step) => {
          const refused = isOf(supplyId, step) && refusedIn([step])
          if (refused) latest.current?.onRefused(refused)
        },
      }),
    [supplyId],
  )
  const { waiting, isLost } = useWaitingSteps()
  const own = waiting.filter((step) => isOf(supplyId, step))
  return {
    all: own.map(boxIn),
    waiting: goingOn(own),
    refused: refusedIn(own),
    isLost,
    queue: queueOf(supplyId),
  }
}

const queueOf = (supplyId: number) => ({
  /** @returns the id of the waiting scan */
  add: (palletId: number, barcode: string, from?: number) =>
    personSteps().add({
      call: 'supplies.putOnPallet',
      params: { supply_id: supplyId, id: palletId },
      body: { barcode, ...(from !== undefined && { from_pallet_id: from }) },
      subject: palletsOf(supplyId),
      title: '',
      seen: null,
    }),
  /** As they stand now, because a scanner is faster than the screen. */
  readWaiting: () => goingOn(ofSupply(supplyId)),
  readRefused: () => refusedIn(ofSupply(supplyId)),
  acknowledge: () => {
    const refused = refusedIn(ofSupply(supplyId))
    if (refused) personSteps().acknowledge(refused.id)
  },
  /** Removes a scan that has not been sent. @returns whether it was removed */
  drop: (id: string): boolean => personSteps().drop(id),
})

const isOf = (supplyId: number, { subject }: WaitingStep) => subject === palletsOf(supplyId)
const ofSupply = (supplyId: number) =>
  personSteps()
    .state()
    .waiting.filter((step) => isOf(supplyId, step))
const goingOn = (steps: readonly WaitingStep[]) => steps.filter(({ refusal }) => !refusal).map(boxIn)

function boxIn({ id, params, body }: WaitingStep): WaitingBox {
  const { barcode = '' } = body as { barcode?: string }
  return { id, pallet_id: params.id ?? 0, barcode }
}

function refusedIn(steps: readonly WaitingStep[]): RefusedBox | null {
  const refused = steps.find(({ refusal }) => refusal)
  return refused?.refusal ? { ...boxIn(refused), refusal: refused.refusal } : null
}
