/** Lets the browser cache the app, so that it opens at once and without a connection. */
export function keepApp(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // If the browser forbids it, as in a private window, everything works without the cache.
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  })
}
