import type { Answer } from '../send/calls.ts'
import type { StepCall, WaitingStep } from './waiting-step.ts'

export type StepAnswer = Answer<StepCall>
export type StepWatcher = {
  onAnswered: (step: WaitingStep, answer: StepAnswer) => void
  onRefused: (step: WaitingStep) => void
}

/** How many outcomes wait for the follower. A packer makes hundreds of scans, of which only the last are news. */
const maxKept = 50

/** Tells the parts of a page what became of the steps that this window sends. */
export function createStepWatchers() {
  const watchers = new Set<StepWatcher>()
  let isFollowed = false
  let kept: ((watcher: StepWatcher) => void)[] = []

  const tell = (outcome: (watcher: StepWatcher) => void) => {
    if (!isFollowed) kept = [...kept, outcome].slice(-maxKept)
    for (const watcher of watchers) outcome(watcher)
  }
  const watch = (watcher: StepWatcher) => {
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  }
  return {
    answered: (step: WaitingStep, answer: StepAnswer) => tell(({ onAnswered }) => onAnswered(step, answer)),
    refused: (step: WaitingStep) => tell(({ onRefused }) => onRefused(step)),
    /** @returns a function that ends this */
    watch,
    /**
     * As `watch`, for the part that notifies the person. Its code is loaded late, so it is also told what came before
     * it. @returns a function that ends this
     */
    follow: (watcher: StepWatcher) => {
      isFollowed = true
      const before = kept
      kept = []
      for (const outcome of before) outcome(watcher)
      const end = watch(watcher)
      return () => {
        isFollowed = false
        end()
      }
    },
  }
}
