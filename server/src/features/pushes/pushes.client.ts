import webpush from 'web-push'
import { now } from '../../clock.ts'
import { type HttpClient, HttpClientError, openHttpClient } from '../../outside/outside.ts'
import {
  isNamedHost,
  isPushAddress,
  type Message,
  readRetryAfter,
  shortMessage,
  type TakenCopy,
  topicOf,
  writeMessage,
} from '../devices/devices.ts'

export type PushClientSettings = {
  keys: { publicKey: string; privateKey: string }
  /** Contact address for push services: `mailto:` or `https:`. */
  subject: string
  /** Hosts of push services in addition to the known ones. */
  hosts: readonly string[]
}

/** The answer of a push service; `wait` in ms. */
export type Answer =
  | { of: 'taken' | 'gone' | 'unsigned' | 'refused' }
  | { of: 'busy'; wait: number | undefined }
  | { of: 'away' }

const timeoutMs = 10_000
/** These limits are high, because a send run already limits the concurrent messages to each push service. */
const places = {
  running: 256,
  runningOfCompany: 256,
  runningOfPerson: 256,
  waitingOfPerson: 256,
  waitingOfCompany: 256,
}
/** Lifetime of a signature, seconds: well below the maximum of 24 hours, because each run signs anew. */
const signedSeconds = 12 * 3600

/** HTTP clients for all push services, for one send run. */
export class PushClient {
  readonly #settings: PushClientSettings
  readonly #known: HttpClient
  readonly #named: HttpClient
  readonly #signatures = new Map<string, string>()

  constructor(settings: PushClientSettings) {
    this.#settings = settings
    const rules = { timeoutMs, maxBytes: 65_536, places }
    const { hosts } = settings
    this.#known = openHttpClient({
      ...rules,
      allows: (url) => isPushAddress(url, []),
      isNamedByOperator: false,
    })
    this.#named = openHttpClient({
      ...rules,
      allows: (url) => isPushAddress(url, hosts) && isNamedHost(url, hosts),
      isNamedByOperator: true,
    })
  }

  async close(): Promise<void> {
    await Promise.all([this.#known.close(), this.#named.close()])
  }

  /** Sends a copy. A message that is too large for the push service is sent again in a short form. */
  async send(copy: TakenCopy): Promise<Answer> {
    const { title, body, url, tag, notification_id, unread } = copy
    const message: Message = { title, body, url, tag, notification_id, unread }
    const status = await this.#post(copy, writeMessage(message))
    return status.of === 'large' ? asAnswer(await this.#post(copy, shortMessage(message))) : asAnswer(status)
  }

  async #post(copy: TakenCopy, text: string): Promise<Answer | { of: 'large' }> {
    const url = new URL(copy.endpoint)
    const { headers, body } = webpush.generateRequestDetails(
      { endpoint: copy.endpoint, keys: { p256dh: copy.p256dh, auth: copy.auth } },
      text,
      {
        TTL: Math.max(1, Math.ceil((Date.parse(copy.expires_at) - now().getTime()) / 1000)),
        urgency: copy.is_urgent ? 'high' : 'normal',
        // While the phone is off, the push service keeps one message per topic.
        topic: topicOf(copy.company_id, copy.tag),
        headers: { Authorization: this.#sign(url.origin) },
      },
    )
    const outside = isNamedHost(url, this.#settings.hosts) ? this.#named : this.#known
    // The HTTP client computes the length itself.
    const { 'Content-Length': _, ...rest } = headers as Record<string, string>
    const owner = { companyId: copy.company_id, userId: null }
    const asked = { owner, method: 'POST', headers: toTexts(rest), body }
    try {
      const answer = await outside.ask(url, asked)
      return judge(answer.status, answer.headers.get('retry-after'))
    } catch (error) {
      if (!(error instanceof HttpClientError)) throw error
      // `refused`: the address is no longer allowed, because the operator removed its host from the list.
      return { of: error.failure === 'refused' ? 'refused' : 'away' }
    }
  }

  /** Returns the signature for an origin. All messages to the origin in this run share it. */
  #sign(origin: string): string {
    const known = this.#signatures.get(origin)
    if (known) return known
    const { keys, subject } = this.#settings
    // Use the real clock, because the push service checks the expiry by its own clock.
    const expires = Math.floor(Date.now() / 1000) + signedSeconds
    const { publicKey, privateKey } = keys
    const signed = webpush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm', expires)
    this.#signatures.set(origin, signed.Authorization)
    return signed.Authorization
  }
}

const toTexts = (headers: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

// The short form is too large as well, so the push service will never accept it.
const asAnswer = (answer: Answer | { of: 'large' }): Answer =>
  answer.of === 'large' ? { of: 'refused' } : answer

function judge(status: number, retryAfter: string | null): Answer | { of: 'large' } {
  if (status >= 200 && status < 300) return { of: 'taken' }
  if (status === 404 || status === 410) return { of: 'gone' }
  if (status === 401 || status === 403) return { of: 'unsigned' }
  if (status === 413) return { of: 'large' }
  if (status === 429) return { of: 'busy', wait: readRetryAfter(retryAfter, Date.now()) }
  return { of: status >= 500 ? 'away' : 'refused' }
}
