import type { Page, Worker } from 'playwright-core'
import { expect, inject } from 'vitest'
import { site } from '../site.ts'

const ask = async <T>(path: string, body: object = {}): Promise<T> => {
  const answer = await fetch(inject('pushService') + path, { method: 'POST', body: JSON.stringify(body) })
  return (await answer.json()) as T // the shape that the service writes
}

/** The messages that a browser received, parsed. */
export async function receivedBy(id: string): Promise<{ title: string; body: string; url: string }[]> {
  const { messages } = await ask<{ messages: { text: string }[] }>(`/messages?id=${id}`)
  return messages.map(({ text }) => JSON.parse(text))
}

/**
 * Delivers a message to the service worker of a page, as the browser's own push service would. Returns when
 * the worker has shown it.
 */
export async function deliver(page: Page, text: string): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  const worker = workerOf(page)
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    const { registration } = scope
    const show = registration.showNotification
    scope.shown = new Promise((resolve) => {
      registration.showNotification = async (...given) => {
        registration.showNotification = show
        await registration.showNotification(...given)
        resolve()
      }
    })
  })
  const browser = await page.context().newCDPSession(page)
  const known = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  const origin = site().address
  await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await known, data: text })
  await browser.detach()
  await worker.evaluate(() => (globalThis as unknown as WorkerScope).shown)
}

/** The notifications that the system shows. */
export const shownBy = (page: Page) =>
  page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications()
    return shown.map(({ title, body, tag }) => ({ title, body, tag }))
  })

/** Members of a service worker that a page lacks. */
type WorkerScope = {
  clients: { openWindow(address: string | URL): Promise<null> }
  openedWindow?: string
  /** Settles when the next message is shown. */
  shown?: Promise<void>
  registration: ServiceWorkerRegistration
  NotificationEvent: new (kind: string, of: { notification: Notification }) => Event
}

function workerOf(page: Page): Worker {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('The page has no service worker')
  return worker
}

/**
 * Presses the shown notification. No browser driver reaches the notifications of the system, so this sends
 * the event to the service worker.
 */
export async function press(page: Page): Promise<void> {
  await workerOf(page).evaluate(async () => {
    const { registration, NotificationEvent } = globalThis as unknown as WorkerScope
    const [notification] = await registration.getNotifications()
    if (!notification) throw new Error('No push is shown')
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })
}

/**
 * Presses the notification while no window of the app is open. @returns the address of the window that the
 * worker opens
 */
export async function pressWithoutWindow(page: Page): Promise<string> {
  const worker = workerOf(page)
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    // A browser opens a window only after a real press by the user.
    scope.clients.openWindow = async (address) => {
      scope.openedWindow = String(address)
      return null
    }
  })
  await press(page)
  const opened = () => worker.evaluate(() => (globalThis as unknown as WorkerScope).openedWindow ?? '')
  await expect.poll(opened).not.toBe('')
  return opened()
}

/**
 * Subscribes a page at the push service of the tests, because a browser without network access cannot
 * subscribe.
 */
export async function subscribeAtService(page: Page): Promise<{ id(): string }> {
  let id = ''
  await page.exposeFunction('subscribeAtService', async (applicationServerKey: string) => {
    const made = await ask<{ id: string; endpoint: string; keys: object }>('/subscribe', {
      applicationServerKey,
    })
    id = made.id
    return made
  })
  await page.context().grantPermissions(['notifications'], { origin: site().address })
  await page.addInitScript(() => {
    type Made = { endpoint: string; keys: object; key: number[] }
    const kept = 'subscription-of-the-journey'
    const read = () => JSON.parse(localStorage.getItem(kept) ?? 'null') as Made | null
    const asSubscription = ({ endpoint, keys, key }: Made) => ({
      endpoint,
      options: { applicationServerKey: Uint8Array.from(key).buffer },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        localStorage.removeItem(kept)
        return true
      },
    })
    PushManager.prototype.getSubscription = async () => {
      const made = read()
      return made && (asSubscription(made) as unknown as PushSubscription)
    }
    PushManager.prototype.subscribe = async (options) => {
      const key = [...new Uint8Array(options?.applicationServerKey as ArrayBuffer)]
      const text = btoa(String.fromCharCode(...key))
      const base64url = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
      // Exposed above.
      const { subscribeAtService } = window as unknown as { subscribeAtService(key: string): Promise<Made> }
      const made = { ...(await subscribeAtService(base64url)), key }
      localStorage.setItem(kept, JSON.stringify(made))
      return asSubscription(made) as unknown as PushSubscription
    }
  })
  return { id: () => id }
}
