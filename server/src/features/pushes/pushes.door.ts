import webpush from 'web-push'
import { now } from '../../clock.ts'
import { type Outside, OutsideError, openOutside } from '../../outside/outside.ts'
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

export type DoorSettings = {
  keys: { publicKey: string; privateKey: string }
  /** Whom a push service can write to: `mailto:` or `https:`. */
  subject: string
  /** Push services beyond those that are known. */
  hosts: readonly string[]
}

/** What a push service has answered; `wait` in ms. */
export type Answer =
  | { of: 'taken' | 'gone' | 'unsigned' | 'refused' }
  | { of: 'busy'; wait: number | undefined }
  | { of: 'away' }

const timeoutMs = 10_000
/** Runs of sending bound what is on its way: each push service has its own share of it. */
const places = {
  ...{ running: 256, runningOfCompany: 256, runningOfPerson: 256 },
  ...{ waitingOfPerson: 256, waitingOfCompany: 256 },
}
/** An hour less than the longest that a signature may last would do; each run makes its own. */
const signedSeconds = 12 * 3600

/** The ways to all push services, for as long as one run of sending takes. */
export class Door {
  readonly #settings: DoorSettings
  readonly #known: Outside
  readonly #named: Outside
  readonly #signatures = new Map<string, string>()

  constructor(settings: DoorSettings) {
    this.#settings = settings
    const rules = { timeoutMs, mostBytes: 65_536, places }
    const { hosts } = settings
    this.#known = openOutside({
      ...rules,
      allows: (url) => isPushAddress(url, []),
      isNamedByOperator: false,
    })
    this.#named = openOutside({
      ...rules,
      allows: (url) => isPushAddress(url, hosts) && isNamedHost(url, hosts),
      isNamedByOperator: true,
    })
  }

  async close(): Promise<void> {
    await Promise.all([this.#known.close(), this.#named.close()])
  }

  /** Tells a device. What is too long for its push service is said once more in short. */
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
        // While the phone is off, its push service keeps of one event one message.
        topic: topicOf(copy.company_id, copy.tag),
        headers: { Authorization: this.#sign(url.origin) },
      },
    )
    const outside = isNamedHost(url, this.#settings.hosts) ? this.#named : this.#known
    // The client counts the length itself.
    const { 'Content-Length': _, ...rest } = headers as Record<string, string>
    const owner = { companyId: copy.company_id, userId: null }
    const asked = { owner, method: 'POST', headers: toTexts(rest), body }
    try {
      const answer = await outside.ask(url, asked)
      return judge(answer.status, answer.headers.get('retry-after'))
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      // An address that is allowed no more, since the operator has taken it off the list.
      return { of: error.failure === 'refused' ? 'refused' : 'away' }
    }
  }

  /** One signature for all that goes to an origin in this run. */
  #sign(origin: string): string {
    const known = this.#signatures.get(origin)
    if (known) return known
    const { keys, subject } = this.#settings
    // By the real clock, which the other side has.
    const expires = Math.floor(Date.now() / 1000) + signedSeconds
    const { publicKey, privateKey } = keys
    const signed = webpush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm', expires)
    this.#signatures.set(origin, signed.Authorization)
    return signed.Authorization
  }
}

const toTexts = (headers: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

// Too large even in short: it will never be taken.
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
