import { readSession } from '../../api/session.ts'
import { foresee } from '../../api/steps/shown-steps.ts'
import { foreseeShift, type StepMaker } from '../../features/hours/own/waiting-shift.ts'
import { foreseeComments, foreseeTask, foreseeTasks } from '../../features/tasks/waiting-tasks.ts'
import { serverNow } from '../../ui/server-clock.ts'

/** Names what the screens show as done before the server has taken it. */
export function foreseeSteps(): void {
  foresee('tasks.list', (answer, input, steps) =>
    withMaker(answer, (maker) => foreseeTasks(answer, input, steps, maker)),
  )
  foresee('tasks.get', (answer, _, steps) =>
    withMaker(answer, (maker) => {
      const task = foreseeComments(foreseeTask(answer.task, steps, maker), steps, maker)
      return task === answer.task ? answer : { ...answer, task }
    }),
  )
  foresee('hours.list', (answer, input, steps) =>
    withMaker(answer, (maker) => foreseeShift(answer, input, steps, maker)),
  )
}

function withMaker<Answer>(answer: Answer, foresight: (maker: StepMaker) => Answer): Answer {
  const { user, company } = readSession() ?? {}
  if (!user || !company) return answer
  return foresight({ user, schedule: company, offsetMs: serverNow() - Date.now() })
}
