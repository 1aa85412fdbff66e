import { clearShownPushes } from '../features/devices/shown-pushes.ts'

/** Takes everything off the screen. Whoever calls it leaves the document, or loads it anew. */
export const blankPage = (): void => document.body.replaceChildren()

/**
 * Goes from the screens of a person who is signed in no more to another page, with a full load, so that nothing of them
 * stays in memory. What the document shows is gone at once, because a slow network shows it until the next one is there.
 */
export function leavePerson(address: string): void {
  blankPage()
  // Where the browser refuses, the page of sign-in tries again.
  clearShownPushes().catch(() => undefined)
  location.assign(address)
}
