/** Lets the browser keep the app itself, so that it opens at once, and without a connection. */
export function keepApp(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Where the browser forbids it, in a private window say, everything works as before.
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  })
}
