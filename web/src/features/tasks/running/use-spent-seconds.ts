import { workedMs } from '@artel/contract/hours/work-time'
import type { Task } from '@artel/contract/tasks/tasks'
import { useCompany } from '../../../api/session/session.ts'
import { useNow } from '../../../ui/dates/use-now.ts'

/**
 * Seconds worked on the task so far, without the company's pauses.
 * Updates every `step` seconds while the task runs.
 */
export function useSpentSeconds({ spent_seconds, running_since }: Task, step = 1): number {
  const company = useCompany()
  const now = useNow(step, running_since !== null)
  if (running_since === null) return spent_seconds
  return spent_seconds + Math.floor(workedMs(company, Date.parse(running_since), now) / 1000)
}
