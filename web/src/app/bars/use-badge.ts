import { useEffect } from 'react'

/** Keeps the number on the icon of the installed app up to date, if the system shows one. */
export function useBadge(unread: number | undefined): void {
  useEffect(() => {
    if (unread === undefined || !('setAppBadge' in navigator)) return
    // Refused where the app is not installed.
    navigator.setAppBadge(unread).catch(() => undefined)
  }, [unread])
}
