import { readPagePerson } from '../../api/session/page-person.ts'
import { readDialogs } from '../../ui/dialog/open-dialog.tsx'
import { draftsOf } from './forget-drafts.ts'

const noteKey = 'artel-cut-form'

/**
 * Notes the open dialog whose draft the device keeps, because the page is left without its person's wish. The next page
 * opens without the dialog and says where the text is.
 */
export function noteCutForm(): void {
  const person = readPagePerson()
  const title = readDialogs().findLast(({ isOpen }) => isOpen)?.title
  if (person === null || title === undefined) return
  try {
    const hasDraft = Object.keys(localStorage).some((name) => name.startsWith(draftsOf(person)))
    if (hasDraft) sessionStorage.setItem(noteKey, JSON.stringify({ person, title }))
  } catch {
    // A forbidden storage holds no drafts.
  }
}

/** @returns the title of the dialog that was noted for the person of this page, once; null: none was */
export function takeCutForm(): string | null {
  try {
    const text = sessionStorage.getItem(noteKey)
    if (text === null) return null
    sessionStorage.removeItem(noteKey)
    const { person, title }: { person?: string; title?: string } = JSON.parse(text)
    return person === readPagePerson() && typeof title === 'string' ? title : null
  } catch {
    return null
  }
}
