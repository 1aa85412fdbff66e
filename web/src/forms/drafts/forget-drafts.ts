import { readPagePerson } from '../../api/session/page-person.ts'

// Apart from the rest of the drafts, because every page can sign a person out.

const prefix = 'artel-draft.'

/** What the names of a person's drafts begin with in the storage. Without a person: of everybody's. */
export const draftsOf = (person = ''): string => (person === '' ? prefix : `${prefix}${person}.`)

/** Deletes the form drafts of the person of this page. Called at sign-out. */
export function forgetDrafts(): void {
  const person = readPagePerson()
  if (person === null) return
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(draftsOf(person))) localStorage.removeItem(name)
  } catch {
    // A forbidden storage holds nothing.
  }
}
