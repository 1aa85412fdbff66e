import type { Task } from '@artel/contract/tasks'
import type { TaskStep } from '@artel/contract/tasks.line'
import { useTranslations } from 'use-intl'

/** A step in the words of its button: what starts a task depends on whose it is and whether it was begun. */
export function useStepName() {
  const t = useTranslations('tasks')
  return ({ user_id, status }: Task, step: TaskStep): string => {
    if (step !== 'start') return t(step)
    return t(user_id === null ? 'take' : status === 'open' ? 'start' : 'resume')
  }
}
