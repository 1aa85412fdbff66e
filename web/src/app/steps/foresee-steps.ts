import { readSession } from '../../api/session/session.ts'
import { foresee } from '../../api/steps/shown-steps.ts'
import { foreseeShift, type StepMaker } from '../../features/hours/own/waiting-shift.ts'
import { foreseeConfirmations } from '../../features/hours/shift/waiting-confirmations.ts'
import {
  foreseeBriefs,
  foreseeInstruction,
  foreseeInstructions,
} from '../../features/instructions/reading/waiting-readings.ts'
import { foreseeTask, foreseeTasks } from '../../features/tasks/waiting-tasks.ts'
import { serverNow } from '../../ui/dates/server-clock.ts'

/** Names what the screens show as done before the server has taken it. */
export function foreseeSteps(): void {
  foresee('tasks.list', (answer, input, steps) =>
    withMaker(answer, (maker) => foreseeTasks(answer, input, steps, maker)),
  )
  foresee('tasks.get', (answer, _, steps) =>
    withMaker(answer, (maker) => {
      const task = foreseeBriefs(foreseeTask(answer.task, steps, maker), steps)
      return task === answer.task ? answer : { ...answer, task }
    }),
  )
  foresee('hours.list', (answer, input, steps) =>
    withMaker(answer, (maker) =>
      foreseeConfirmations(foreseeShift(answer, input, steps, maker), input, steps, maker),
    ),
  )
  foresee('instructions.list', (answer, input, steps) => foreseeInstructions(answer, input, steps))
  foresee('instructions.get', (answer, _, steps) =>
    withMaker(answer, (maker) => {
      const instruction = foreseeInstruction(answer.instruction, steps, maker)
      return instruction === answer.instruction ? answer : { ...answer, instruction }
    }),
  )
  foresee('products.get', (answer, _, steps) => {
    const product = foreseeBriefs(answer.product, steps)
    return product === answer.product ? answer : { ...answer, product }
  })
  foresee('supplies.packing', (answer, _, steps) => {
    const packing = foreseeBriefs(answer.packing, steps)
    return packing === answer.packing ? answer : { ...answer, packing }
  })
}

function withMaker<Answer>(answer: Answer, foresight: (maker: StepMaker) => Answer): Answer {
  const { user, company } = readSession() ?? {}
  if (!user || !company) return answer
  return foresight({ user, schedule: company, offsetMs: serverNow() - Date.now() })
}
