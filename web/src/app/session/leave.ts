import { forgetKept } from '../../api/kept/holds.ts'
import { forgetAnswered } from '../../api/steps/steps.ts'
import { clearShownPushes } from '../../features/devices/shown-pushes.ts'

/** Wait for the deletion of kept data before the page is left, ms. */
const deletionMs = 1500

/** Removes everything from the screen. The caller must leave or reload the document. */
export const blankPage = (): void => document.body.replaceChildren()

/**
 * Opens another page after the person was signed out, with a full load, so that none of their data stays in
 * memory, after their kept data is deleted. Clears the screen at once, because a slow network shows the document until
 * the next one arrives.
 */
export function leavePerson(address: string): void {
  blankPage()
  // If the browser refuses, the sign-in page tries again.
  clearShownPushes().catch(() => undefined)
  const go = () => location.assign(address)
  // The same holds for kept data: it is deleted within some milliseconds, and nobody waits for a slow disk.
  Promise.all([forgetKept(), forgetAnswered()]).then(go, go)
  setTimeout(go, deletionMs)
}
