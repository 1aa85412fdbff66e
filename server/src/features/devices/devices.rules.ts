import { createECDH, createHash } from 'node:crypto'

/** Hosts of the push services of browsers. A leading dot matches every subdomain. */
const knownHosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  'web.push.apple.com',
  '.notify.windows.com',
]

/** Whether the operator has listed this host, with the port if it is not 443. */
export const isNamedHost = ({ host }: URL, named: readonly string[]): boolean => named.includes(host)

const isKnownHost = ({ host }: URL): boolean =>
  knownHosts.some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known))

/** Whether an address is allowed: https, host known or listed by the operator, no user name or password. */
export const isPushAddress = (url: URL, named: readonly string[]): boolean =>
  url.protocol === 'https:' &&
  url.username === '' &&
  url.password === '' &&
  (isKnownHost(url) || isNamedHost(url, named))

/** Parses an endpoint; undefined if it is not allowed. */
export function readEndpoint(endpoint: string, named: readonly string[]): URL | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const url = new URL(endpoint)
  // Only the normalized form is accepted, so that one browser has one row.
  return url.href === endpoint && isPushAddress(url, named) ? url : undefined
}

const bare = (base64url: string): string => base64url.replace(/=+$/, '')

/** Returns the keys of a browser in the stored form; undefined if no message can be encrypted with them. */
export function readKeys(keys: {
  p256dh: string
  auth: string
}): { p256dh: string; auth: string } | undefined {
  const [p256dh, auth] = [bare(keys.p256dh), bare(keys.auth)]
  const point = Buffer.from(p256dh, 'base64url')
  const isWhole = point.length === 65 && point[0] === 4 && Buffer.from(auth, 'base64url').length === 16
  return isWhole && isOnCurve(point) ? { p256dh, auth } : undefined
}

function isOnCurve(point: Buffer): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(point)
    return true
  } catch {
    return false
  }
}

/** Topic of a message, 32 characters. A push service keeps only the newest message of a topic. */
export const topicOf = (companyId: number, tag: string): string =>
  createHash('sha256').update(`${companyId} ${tag}`).digest('base64url').slice(0, 32)

/** The message that a device receives. */
export type Message = {
  title: string
  body: string
  url: string
  /** On the device, a later message with the same tag replaces the earlier one. */
  tag: string
  /** The notification that the message copies; null for a test. */
  notification_id: number | null
  /** Number of the person's unread notifications, for the badge of the app. */
  unread: number
}

/** Maximum message size, bytes. Push services accept 4 KB, some bridges less. */
const maxBytes = 2500

/** Serializes a message before encryption. A body that is too long is cut. */
export function writeMessage(message: Message): string {
  let { body } = message
  let text = JSON.stringify(message)
  while (Buffer.byteLength(text) > maxBytes && body !== '') {
    const characters = [...body]
    body = characters.slice(0, Math.floor(characters.length * 0.8)).join('')
    text = JSON.stringify({ ...message, body: `${body}…` })
  }
  return text
}

/** A short form without the body, for a push service that rejects the full size. */
export const shortMessage = ({ title, body: _, ...rest }: Message): string =>
  JSON.stringify({ ...rest, body: '', title: [...title].slice(0, 60).join('') })

const firstPauseMs = 5000
const longestPauseMs = 600_000

/** Pause (ms) after this many failed attempts. `chance` (0 to 1) spreads copies that failed together. */
export const pauseAfter = (tries: number, chance: number): number =>
  Math.round(Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1)) * (0.5 + chance))

/** Maximum attempts to send a message before it expires. */
export const maxTries = 12

/** Reads the wait in ms from a `Retry-After` header: seconds, or a date relative to `at` (ms). */
export function readRetryAfter(header: string | null, at: number): number | undefined {
  if (header === null) return undefined
  const waitMs = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - at
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}
