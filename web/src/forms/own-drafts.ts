import { readPagePerson } from '../api/page-person.ts'
import { createFormDrafts, type FormDrafts } from './form-drafts.ts'

let isPruned = false

/** The drafts of the person of this page, or null where there is no person or no storage. */
export function ownDrafts(): FormDrafts | null {
  const person = readPagePerson()
  if (person === null) return null
  try {
    const drafts = createFormDrafts(person, localStorage)
    // Once a page, because all drafts are read for it.
    if (!isPruned) drafts.prune()
    isPruned = true
    return drafts
  } catch {
    // The browser forbids its storage. What is typed then lasts as long as the page.
    return null
  }
}
