import { loadPatiently } from '../../ui/states/lazy-part.ts'
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

/**
 * Puts a step with photos into the queue of the person of this page.
 * @throws PhotosRefusedError if this device cannot keep them
 */
export async function addStepWithPhotos(step: Step, files: readonly File[]): Promise<string> {
  const { personSteps } = await openQueue()
  return personSteps().addWithPhotos(step, files)
}

/** The content of a photo that waits with a step; null if it is gone. */
export async function readWaitingPhoto(id: string, key: string): Promise<Blob | null> {
  const { personSteps } = await openQueue()
  const content = await personSteps().photo(id, key)
  return content ? new Blob([content.bytes], { type: content.type }) : null
}

/** What a person does with a step that was refused. */
export async function decideOnStep(decision: 'resend' | 'acknowledge', id: string): Promise<void> {
  const { personSteps } = await openQueue()
  personSteps()[decision](id)
}

/** Removes a photo of a refused step. */
export async function dropWaitingPhoto(id: string, key: string): Promise<void> {
  const { personSteps } = await openQueue()
  personSteps().dropPhoto(id, key)
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
