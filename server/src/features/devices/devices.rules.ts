import { createECDH, createHash } from 'node:crypto'

/** Where browsers have their push services. Names that begin with a dot stand for all that end so. */
const knownHosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  'web.push.apple.com',
  '.notify.windows.com',
]

/** Whether the operator has named this host, with its port where it has another than https has. */
export const isNamedHost = ({ host }: URL, named: readonly string[]): boolean => named.includes(host)

const isKnownHost = ({ host }: URL): boolean =>
  knownHosts.some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known))

/** Whether an address may be sent to: https, at a known push service or one of the operator's, nobody's name in it. */
export const isPushAddress = (url: URL, named: readonly string[]): boolean =>
  url.protocol === 'https:' &&
  url.username === '' &&
  url.password === '' &&
  (isKnownHost(url) || isNamedHost(url, named))

/** The address as browsers write it; undefined where it may not be sent to. */
export function readEndpoint(endpoint: string, named: readonly string[]): URL | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const url = new URL(endpoint)
  // Written in one way only, so that one browser stands once.
  return url.href === endpoint && isPushAddress(url, named) ? url : undefined
}

const bare = (base64url: string): string => base64url.replace(/=+$/, '')

/** A browser's keys as they are kept; undefined where nothing could be sealed for them. */
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

/** Names a message to its push service, which keeps of one topic the newest alone: 32 characters. */
export const topicOf = (companyId: number, tag: string): string =>
  createHash('sha256').update(`${companyId} ${tag}`).digest('base64url').slice(0, 32)

/** What a device is told. */
export type Message = {
  title: string
  body: string
  url: string
  /** On the device a later one with the same tag takes the place of the earlier one. */
  tag: string
  /** Of the bell; null: a test. */
  notification_id: number | null
  /** How many the person has not opened, for the badge of the app. */
  unread: number
}

/** Push services take four kilobytes; some bridges less. */
const mostBytes = 2500

/** The message as it is sealed; a text that is too long loses its end. */
export function writeMessage(message: Message): string {
  let { body } = message
  let text = JSON.stringify(message)
  while (Buffer.byteLength(text) > mostBytes && body !== '') {
    const characters = [...body]
    body = characters.slice(0, Math.floor(characters.length * 0.8)).join('')
    text = JSON.stringify({ ...message, body: `${body}…` })
  }
  return text
}

/** For a push service that takes no more: what it is about, and nothing else. */
export const shortMessage = ({ title, body: _, ...rest }: Message): string =>
  JSON.stringify({ ...rest, body: '', title: [...title].slice(0, 60).join('') })

const firstPauseMs = 5000
const longestPauseMs = 600_000

/** How long after so many tries in vain the next one comes; `chance` from 0 to 1 keeps those of one moment apart. */
export const pauseAfter = (tries: number, chance: number): number =>
  Math.round(Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1)) * (0.5 + chance))

/** So many tries are made while a message is still news. */
export const mostTries = 12

/** How long `Retry-After` asks to wait, from `at` (ms); seconds or a date. */
export function readRetryAfter(header: string | null, at: number): number | undefined {
  if (header === null) return undefined
  const waitMs = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - at
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}
