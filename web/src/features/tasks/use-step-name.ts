import type { Task } from '@artel/contract/tasks/tasks'
import type { TaskStep } from '@artel/contract/tasks/tasks.line'
import { useTranslations } from 'use-intl'

/** The button text of a step. The text of a start depends on the assignee and on whether work has begun. */
export function useStepName() {
  const t = useTranslations('tasks')
  return ({ user_id, status }: Task, step: TaskStep): string => {
    if (step !== 'start') return t(step)
    return t(user_id === null ? 'take' : status === 'open' ? 'start' : 'resume')
  }
}
