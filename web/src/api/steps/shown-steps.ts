import type { QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient } from '../cache/query-client.ts'
import type { Answer, CallName, InputOf } from '../send/calls.ts'
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
const nothing: StepQueueState = { waiting: [], settling: [], past: [], isLost: false }
let state = nothing
/** What the screens show as done before they have read it. */
let current: readonly WaitingStep[] = []

/** Names what a call will answer once the waiting steps are taken. Screens show that. */
export function foresee<Name extends CallName>(name: Name, foresight: Foresight<Name>): void {
  // It is only called with answers and input of this call.
  foresights.set(name, foresight as unknown as Foresight<CallName>)
  // Another object, so that what is on the screen is drawn anew.
  state = { ...state }
  tell()
}

export function showWaiting(next: StepQueueState): void {
  state = next
  current = [...next.settling, ...unblocked(next.waiting)]
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

/**
 * How to show an answer of this call; null: as it came, because it holds all steps.
 * @param queryKey of the answer, whose age decides which answered steps it may not hold
 */
export function useForesight<Name extends CallName>(
  name: Name,
  queryKey: QueryKey,
): ((answer: Answer<Name>, input: InputOf<Name>) => Answer<Name>) | null {
  // Other calls are not drawn anew with each step.
  const { past } = useSyncExternalStore(subscribe, () => (foresights.has(name) ? state : nothing))
  const foresight = foresights.get(name) as Foresight<Name> | undefined // registered by `foresee` for this call
  if (!foresight) return null
  const readAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  const steps = [...past.filter(({ answered_at = 0 }) => answered_at > readAt), ...current]
  if (steps.length === 0) return null
  return (answer, input) => foresight(answer, input, steps)
}
