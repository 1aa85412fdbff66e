import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { StepCall, StepRefusal } from '../../api/steps/waiting-step.ts'

/** Refusals that the words of the server do not explain, because they are about the moment of the press. */
const ownWords = {
  'hours.start wrong_state': 'startedAlready',
  'hours.stop wrong_state': 'stoppedAlready',
  'hours.confirm wrong_state': 'endConfirmed',
  'hours.confirm stale': 'endChanged',
  'tasks.comment photo_lost': 'photoLost',
  'tasks.attach photo_lost': 'photoGone',
  'instructions.read stale': 'instructionNewer',
} as const

/** Why a step was refused, in words for its person. */
export function useRefusalText(): (call: StepCall, refusal: StepRefusal) => string {
  const t = useTranslations('steps')
  return useCallback(
    (call, { code, message }) => {
      const key = `${call} ${code}`
      return isOwn(key) ? t(ownWords[key]) : message
    },
    [t],
  )
}

const isOwn = (key: string): key is keyof typeof ownWords => Object.hasOwn(ownWords, key)
