import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { markName, readPush, readTarget } from '../src/features/devices/push-message.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/** Whoever waits longer for a page than this is shown the one that was kept. */
const patienceMs = 4000

// Only the app itself is kept, nothing of what it shows: the next person at this device finds nobody's data.
precache(self.__WB_MANIFEST)
cleanupOutdatedCaches()

// Pages come from the network and their assets have names of their own, so a new version disturbs no open page.
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

// Something is shown each time: a system that is told nothing takes the leave back.
self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text() ?? null)))

async function showPush(text: string | null): Promise<void> {
  const { title, unread, ...shown } = readPush(text, self.location.origin)
  // Refused where the app is not installed; what is shown does not wait for it.
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
 * In a window that is open, or a new one. The page tells the server, because this worker has not got its token. A new
 * one is told by a mark in its address that nobody can guess: a link must not be taken for a press.
 */
async function openPressed(data: unknown): Promise<void> {
  const { url, notification_id } = readTarget(data, self.location.origin)
  // A page that was loaded past this worker, as by a forced reload, is still a window of the app.
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows
    .filter((client) => isScreen(new URL(client.url).pathname))
    .sort((one, other) => Number(other.focused) - Number(one.focused))[0]
  if (open) {
    open.postMessage({ kind: 'push-pressed', url, notification_id })
    // Refused where the system does not see a press in it.
    await open.focus().catch(() => undefined)
    return
  }
  const address = new URL(url, self.location.origin)
  if (notification_id !== null) address.searchParams.set(markName, await keepPress(notification_id))
  await self.clients.openWindow(address.href)
}

// The browser may end this worker before the new window asks. Of a press whose window never came nothing stays.
const presses = 'presses'
const pressAt = (mark: string) => `/presses/${encodeURIComponent(mark)}`

async function keepPress(id: number): Promise<string> {
  await caches.delete(presses)
  const mark = crypto.randomUUID()
  await (await caches.open(presses)).put(pressAt(mark), new Response(String(id)))
  return mark
}

/** @returns the notification that was pressed, once; null where there was no such press */
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

// The browser has another subscription now; a page that is open tells the server, or the next one that is opened.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((windows) => {
      for (const client of windows) client.postMessage({ kind: 'push-renewed' })
    }),
  )
})
