/**
 * Closes what the system shows of pushes in this browser, and takes the number off the icon of the app. They are of the
 * person who was signed in, and tell of their pay.
 */
export async function clearShownPushes(): Promise<void> {
  // Refused where the app is not installed.
  if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined)
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
}
