import { loadPatiently } from '../../ui/lazy-part.ts'
import type { Step } from './waiting-step.ts'

/** The queue, whose code comes with the first step or soon after the page has opened. */
const openQueue = () => loadPatiently(() => import('./person-steps.ts'))

/** Set while the person who was here last has steps, so that a page knows it before it has opened their database. */
const noteKey = 'artel-steps'

export function hasSteps(): boolean {
  try {
    return localStorage.getItem(noteKey) !== null
  } catch {
    // Storage may be forbidden; then the steps live as long as the page.
    return false
  }
}

export function noteSteps(areThere: boolean): void {
  if (areThere === hasSteps()) return
  try {
    if (areThere) localStorage.setItem(noteKey, '')
    else localStorage.removeItem(noteKey)
  } catch {
    // The next page finds out a little later.
  }
}

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

/** Deletes the answered steps of everybody, which hold what their people have seen. What waits stays. */
export async function forgetAnswered(): Promise<void> {
  if (!hasSteps()) return
  const { deleteAnswered } = await import('./step-store.ts')
  await deleteAnswered()
}
