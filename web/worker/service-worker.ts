import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { markName, readPush, readTarget } from '../src/features/devices/push-message.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/** Wait for a page from the network before the cached page is shown, ms. */
const patienceMs = 4000

// The worker caches the app and no data. The page itself stores the data that it shows without a connection
// (src/api/kept). It deletes that data when the person signs out, so that the next person at the device cannot read it.
precache(self.__WB_MANIFEST)
cleanupOutdatedCaches()

// Pages come from the network and assets have unique names, so a new version does not disturb an open page.
self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin || request.method !== 'GET') return
  if (request.mode === 'navigate' && isScreen(pathname)) event.respondWith(openScreen(request))
  else if (isKept(pathname)) event.respondWith(readAsset(request))
})

const isKept = (pathname: string) => pathname.startsWith('/assets/') || pathname === '/theme.js'

const notScreens = /^\/(api|storage|assets|login|forgot|reset|email-verified|support|terms|privacy)(\/|$)|\./

const isScreen = (pathname: string) => !notScreens.test(pathname)

async function openScreen(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(patienceMs) })
  } catch {
    return (await matchPrecache('/')) ?? Response.error()
  }
}

const readAsset = async (request: Request) => (await matchPrecache(request.url)) ?? fetch(request)

// Each push shows a notification, because otherwise the system withdraws the permission.
self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text() ?? null)))

async function showPush(text: string | null): Promise<void> {
  const { title, unread, ...shown } = readPush(text, self.location.origin)
  // Refused where the app is not installed. The notification does not wait for it.
  if (unread !== null && 'setAppBadge' in self.navigator)
    self.navigator.setAppBadge(unread).catch(() => undefined)
  const pictures = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' }
  await self.registration.showNotification(title, { ...shown, ...pictures })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPressed(event.notification.data))
})

/**
 * Opens the target in an open window of the app, or in a new one. The page reports the press to the server,
 * because this worker has no CSRF token. A new window gets a mark in its address that nobody can guess,
 * because a link must not be taken for a press.
 */
async function openPressed(data: unknown): Promise<void> {
  const { url, notification_id } = readTarget(data, self.location.origin)
  // A page that was loaded without this worker, as by a forced reload, is still a window of the app.
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows
    .filter((client) => isScreen(new URL(client.url).pathname))
    .sort((one, other) => Number(other.focused) - Number(one.focused))[0]
  if (open) {
    open.postMessage({ kind: 'push-pressed', url, notification_id })
    // Refused where the system does not count the press.
    await open.focus().catch(() => undefined)
    return
  }
  const address = new URL(url, self.location.origin)
  if (notification_id !== null) address.searchParams.set(markName, await keepPress(notification_id))
  await self.clients.openWindow(address.href)
}

// The press is stored, because the browser may end this worker before the new window asks. Only the last
// press is stored, so a press whose window never opened leaves nothing behind.
const presses = 'presses'
const pressAt = (mark: string) => `/presses/${encodeURIComponent(mark)}`

async function keepPress(id: number): Promise<string> {
  await caches.delete(presses)
  const mark = crypto.randomUUID()
  await (await caches.open(presses)).put(pressAt(mark), new Response(String(id)))
  return mark
}

/** @returns the id of the pressed notification, only once; null if there was no such press */
async function takePress(mark: string): Promise<number | null> {
  const kept = await caches.match(pressAt(mark), { cacheName: presses })
  if (!kept) return null
  await caches.delete(presses)
  return Number(await kept.text())
}

self.addEventListener('message', (event) => {
  const { kind, mark }: { kind?: unknown; mark?: unknown } = Object(event.data)
  if (kind !== 'push-mark' || typeof mark !== 'string') return
  const answer = takePress(mark).then((notification_id) => {
    if (notification_id !== null) event.source?.postMessage({ kind: 'push-opened', notification_id })
  })
  event.waitUntil(answer)
})

// The browser has a new subscription. An open page tells the server, or the next page that is opened.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((windows) => {
      for (const client of windows) client.postMessage({ kind: 'push-renewed' })
    }),
  )
})
