import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'

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
