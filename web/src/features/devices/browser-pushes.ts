import { callApi } from '../../api/send/client.ts'
import { isApplePhone, isInstalled } from '../../ui/page/browser-kind.ts'
import type { BrowserFacts } from './push-stand.ts'

// Whether this browser supports pushes, and whether they are on.
// The server identifies a browser by its subscription.

/**
 * Ids of people who switched pushes on in this browser,
 * so that the next person who signs in does not get them.
 */
const rememberedKey = 'artel-pushes'
/** Timeout, ms, because without a network a browser never answers whether it is subscribed. */
const patienceMs = 15_000

function remembered(): number[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(rememberedKey) ?? '[]')
    return Array.isArray(read) ? read.filter((id) => typeof id === 'number') : []
  } catch {
    return []
  }
}

const remember = (ids: readonly number[]): void => localStorage.setItem(rememberedKey, JSON.stringify(ids))

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

// Chrome and Edge claim to be Safari, too.
const isSafari = (): boolean =>
  /Macintosh.*Version\/.*Safari/.test(navigator.userAgent) && !/Chrom|Edg/.test(navigator.userAgent)

/** What this browser says about pushes for the person. */
export async function readFacts(userId: number): Promise<BrowserFacts> {
  const canPush = window.isSecureContext && isSupported()
  const permission = canPush ? Notification.permission : 'default'
  const wasOn = remembered().includes(userId) && permission === 'granted'
  return {
    isSecure: window.isSecureContext,
    isSupported: isSupported(),
    isApplePhone: isApplePhone(),
    isSafari: isSafari(),
    isInstalled: isInstalled(),
    permission,
    isOn: wasOn && (await findSubscription()) !== null,
  }
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** @throws if the browser does not answer in time, or refuses */
function inTime<T>(work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('timeout')), patienceMs)),
  ])
}

const toBytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

function isFor(subscription: PushSubscription, key: Uint8Array): boolean {
  const { applicationServerKey } = subscription.options
  if (!applicationServerKey) return false
  const own = new Uint8Array(applicationServerKey)
  return own.length === key.length && own.every((byte, place) => byte === key[place])
}

/**
 * Subscribes the browser, again if the server's key has changed, and tells the server. @returns the device id
 */
async function register(): Promise<number> {
  const { public_key } = await callApi('devices.list', {})
  const key = toBytes(public_key)
  const registration = await inTime(navigator.serviceWorker.ready)
  let subscription = await registration.pushManager.getSubscription()
  if (subscription && !isFor(subscription, key)) {
    await subscription.unsubscribe()
    subscription = null
  }
  subscription ??= await inTime(
    registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
  )
  const { endpoint, keys } = subscription.toJSON()
  const { device } = await callApi('devices.subscribe', {
    // A subscription has all of these, so the fallbacks only satisfy the type.
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
  })
  return device.id
}

/**
 * Switches pushes on in this browser. Call it on a press, because browsers ask for permission only then.
 * @returns the device id; null if the person does not allow it
 */
export async function switchOn(userId: number): Promise<number | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const id = await register()
  remember([...new Set([...remembered(), userId])])
  return id
}

/** Switches pushes off in this browser for the signed-in person. */
export async function switchOff(userId: number): Promise<void> {
  const subscription = await findSubscription()
  remember(remembered().filter((id) => id !== userId))
  if (!subscription) return
  await callApi('devices.unsubscribe', { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}

let current: Promise<number | null> | null = null

/**
 * Called once when the app opens. Tells the server that the browser still exists, and takes its subscription
 * over from the previous person. If this person has not switched pushes on here, unsubscribes the browser.
 * @returns the device id, or null
 */
export function syncDevice(userId: number): Promise<number | null> {
  current ??= sync(userId).catch(() => null)
  return current
}

/** Sets the device id of this browser. */
export function knowDevice(id: number | null): void {
  current = Promise.resolve(id)
}

async function sync(userId: number): Promise<number | null> {
  if (!isSupported()) return null
  if (remembered().includes(userId) && Notification.permission === 'granted') return register()
  await (await findSubscription())?.unsubscribe()
  return null
}
