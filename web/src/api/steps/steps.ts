import { loadPatiently } from '../../ui/lazy-part.ts'
import type { Step } from './waiting-step.ts'

/** The queue, whose code comes with the first step or soon after the page has opened. */
const openQueue = () => loadPatiently(() => import('./person-steps.ts'))

/** Puts a step into the queue of the person of this page. @returns its id, for `takeBack` */
export async function addStep(step: Step): Promise<string> {
  const { personSteps } = await openQueue()
  return personSteps().add(step)
}

/** @returns false if the step is sent already */
export async function takeBack(id: string): Promise<boolean> {
  const { personSteps } = await openQueue()
  return personSteps().drop(id)
}
