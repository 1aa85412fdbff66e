import { useSyncExternalStore } from 'react'
import type { Answer, CallName, InputOf } from '../calls.ts'
import type { StepQueueState } from './step-queue.ts'
import { unblocked, type WaitingStep } from './waiting-step.ts'

/** Changes an answer of the server to what it will be once the steps are taken. */
type Foresight<Name extends CallName> = (
  answer: Answer<Name>,
  input: InputOf<Name>,
  steps: readonly WaitingStep[],
) => Answer<Name>

const foresights = new Map<CallName, Foresight<CallName>>()
const listeners = new Set<() => void>()
const nothing: StepQueueState = { waiting: [], settling: [], isLost: false }
const noSteps: readonly WaitingStep[] = []
let state = nothing
/** What the screens show as done already. */
let shown = noSteps

/** Names what a call will answer once the waiting steps are taken. Screens show that. */
export function foresee<Name extends CallName>(name: Name, foresight: Foresight<Name>): void {
  // It is only called with answers and input of this call.
  foresights.set(name, foresight as unknown as Foresight<CallName>)
  tell()
}

export function showWaiting(next: StepQueueState): void {
  state = next
  const steps = [...next.settling, ...unblocked(next.waiting)]
  const isSame = steps.length === shown.length && steps.every((step, index) => step === shown[index])
  if (!isSame) shown = steps
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The queue of the person of this page, without its code. */
export const useWaitingSteps = (): StepQueueState => useSyncExternalStore(subscribe, () => state)

/** How to show an answer of this call; null: as it came, because no step waits that it shows. */
export function useForesight<Name extends CallName>(
  name: Name,
): ((answer: Answer<Name>, input: InputOf<Name>) => Answer<Name>) | null {
  const steps = useSyncExternalStore(subscribe, () => (foresights.has(name) ? shown : noSteps))
  const foresight = foresights.get(name) as Foresight<Name> | undefined // registered by `foresee` for this call
  if (!foresight || steps.length === 0) return null
  return (answer, input) => foresight(answer, input, steps)
}
