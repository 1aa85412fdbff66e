/**
 * Closes the shown pushes of this browser and clears the badge of the app, because they belong to the person
 * who was signed in and mention their pay.
 */
export async function clearShownPushes(): Promise<void> {
  // Rejected if the app is not installed.
  if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined)
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
}
