import { clearShownPushes } from '../features/devices/shown-pushes.ts'

/** Removes everything from the screen. The caller must leave or reload the document. */
export const blankPage = (): void => document.body.replaceChildren()

/**
 * Opens another page after the person was signed out, with a full load, so that none of their data stays in
 * memory. Clears the screen at once, because a slow network shows the document until the next one arrives.
 */
export function leavePerson(address: string): void {
  blankPage()
  // If the browser refuses, the sign-in page tries again.
  clearShownPushes().catch(() => undefined)
  location.assign(address)
}
