import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { WorkOwner } from '../../../limits/fair-queue.ts'
import { JsonError, type LongList, maxShortBytes, parseInSlices } from '../../../outside/json.ts'
import { type HttpClient, HttpClientError, openHttpClient } from '../../../outside/outside.ts'
import type { MoySkladSettings } from '../../../settings.ts'
import { judge, MoySkladError, type MoySkladFault } from './errors.ts'
import { type Allowance, bounded, type LimitHeaders, RateLimiter } from './rate-limiter.ts'

/** Numbers of requests that a run counts. `limited`: answers with status 429. */
export type RequestCounts = { requests: number; limited: number }

/** A long list in an answer, and the maximum size of the whole answer in bytes. */
type LongAnswer = LongList & { maxBytes: number }

type ApiRequest = {
  /** Company and user that the request runs for. */
  owner: WorkOwner
  /** The list in the answer that may be long. Without it, the answer must be short. */
  long?: LongAnswer
  method?: 'GET' | 'POST' | 'DELETE'
  body?: object
  /** MoySklad calls no webhook with this URL prefix for the change. Every write passes our own address. */
  silences?: string
  signal: AbortSignal
  requestCounts?: RequestCounts
  /** Maximum attempts after an outage or a timeout. Only GET is retried, because it changes nothing. */
  tries?: number
}

const theirAddress = 'https://api.moysklad.ru/api/remap/1.2'
const timeoutMs = 60_000
/**
 * A token is used for four requests at once. A company may use two tokens: its own, and one that it tries.
 */
const places = {
  running: 24,
  runningOfCompany: 8,
  runningOfPerson: 8,
  waitingOfPerson: 20,
  waitingOfCompany: 20,
}
/** MoySklad's limit for a body, and our maximum for any answer, bytes. */
export const maxBytes = 40_000_000
const usualTries = 5
const maxRefusals = 10
const usualWaitMs = 500
const longestWaitMs = 10_000
const usualRetryMs = 3000
/** Maximum tokens whose rate limiter is kept in memory. */
const maxPaces = 1000

const faults: Record<HttpClientError['failure'], MoySkladFault> = {
  slow: 'slow',
  away: 'away',
  refused: 'broken',
  too_large: 'broken',
  // MoySklad got no request, because other requests of this installation used all places.
  busy: 'slow',
}

const errorsAnswer = z.object({
  errors: z.array(z.object({ code: z.int().optional().catch(undefined) })).catch([]),
})

/** HTTP client of MoySklad. It keeps a rate limiter for each token. */
export class MoySkladClient {
  /** URL of the MoySklad API, without `/` at the end. */
  readonly base: string
  /** The operator has configured another URL instead of MoySklad's. */
  readonly isNamedByOperator: boolean
  readonly #outside: HttpClient
  readonly #firstWaitMs: number
  readonly #paces = new Map<string, RateLimiter>()

  /**
   * `firstWaitMs`: base delay before a retry after an outage or a timeout, ms. It doubles with each attempt.
   */
  constructor({ url }: MoySkladSettings, firstWaitMs = usualWaitMs) {
    this.#firstWaitMs = firstWaitMs
    this.base = url ?? theirAddress
    this.isNamedByOperator = url !== undefined
    const { origin, pathname } = new URL(this.base)
    const isBelow = (path: string) => path.startsWith(`${pathname.replace(/\/$/, '')}/`)
    this.#outside = openHttpClient({
      timeoutMs,
      maxBytes,
      places,
      allows: (target) => target.origin === origin && isBelow(target.pathname),
      isNamedByOperator: url !== undefined,
    })
  }

  close(): Promise<void> {
    return this.#outside.close()
  }

  /** The rate limiter of a token in this process. */
  limiterOf(token: string, known?: Allowance): RateLimiter {
    const key = createHash('sha256').update(token).digest('base64')
    const pace = this.#paces.get(key) ?? new RateLimiter(known)
    // Delete and set again, so that the map stays in order of last use.
    this.#paces.delete(key)
    this.#paces.set(key, pace)
    const [oldest] = this.#paces.keys()
    if (this.#paces.size > maxPaces && oldest !== undefined) this.#paces.delete(oldest)
    return pace
  }

  /**
   * Sends a request and returns the parsed JSON; null for an empty answer. `path` is below the API's URL.
   * @throws MoySkladError
   */
  async ask(token: string, path: string, question: ApiRequest): Promise<unknown> {
    const { method = 'GET', tries = usualTries, signal } = question
    const pace = this.limiterOf(token)
    let [failed, refused] = [0, 0]
    for (;;) {
      const answer = await this.#askOnce(pace, token, path, question).catch((error: unknown) => {
        if (error instanceof MoySkladError) return error
        throw error
      })
      if (!(answer instanceof MoySkladError)) return answer.body
      pace.fail(answer)
      if (answer.fault === 'busy') {
        if (++refused >= maxRefusals) throw answer
        continue
      }
      const mayPass = answer.fault === 'away' || answer.fault === 'slow'
      if (!mayPass || method !== 'GET' || ++failed >= tries) throw answer
      await rest(this.#firstWaitMs * 2 ** failed, signal)
    }
  }

  async #askOnce(
    pace: RateLimiter,
    token: string,
    path: string,
    { owner, method = 'GET', body, signal, requestCounts, silences, long }: ApiRequest,
  ): Promise<{ body: unknown } | MoySkladError> {
    const leave = await pace.enter(signal)
    if (requestCounts) requestCounts.requests += 1
    try {
      const answer = await this.#outside.ask(new URL(this.base + path), {
        owner,
        method,
        maxBytes: long?.maxBytes ?? maxShortBytes,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json;charset=utf-8',
          // MoySklad supports no other encoding and refuses requests that do not accept it.
          'accept-encoding': 'gzip',
          ...(body && { 'content-type': 'application/json' }),
          // Our own changes need no webhook, because we know them already.
          ...(silences && { 'x-lognex-webhook-disablebyprefix': silences }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal,
      })
      const headers = limitsOf(answer.headers)
      leave(headers)
      const isTaken = answer.status >= 200 && answer.status < 300
      const read = await readJson(answer.body, isTaken ? long : undefined)
      if (isTaken) {
        if (read === undefined) return new MoySkladError('broken', answer.status)
        return { body: read }
      }
      const isTheirs = (read !== undefined && read !== null) || (read === null && answer.status === 404)
      const codes = codesOf(read)
      if (answer.status === 429) {
        if (requestCounts) requestCounts.limited += 1
        const ms = headers.waitMs ?? headers.resetMs ?? headers.windowMs ?? usualRetryMs
        pace.refuse(codes.includes(1073) ? 'parallel' : 'rate', Math.max(50, ms))
      }
      return judge(answer.status, codes, isTheirs)
    } catch (error) {
      // An abort by the caller is not a fault of MoySklad.
      signal.throwIfAborted()
      if (!(error instanceof HttpClientError)) throw error
      return new MoySkladError(faults[error.failure], null, null, error)
    } finally {
      leave(null)
    }
  }
}

/** Sleeps before a retry, longer each time. Jitter keeps requests from retrying at the same moment. */
async function rest(wait: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(longestWaitMs, wait) * (0.5 + Math.random())
  await sleep(ms, undefined, { signal })
}

/** @returns undefined if the body is not JSON or exceeds its limits; null if it is empty */
async function readJson(body: Buffer, long: LongList | undefined): Promise<unknown> {
  if (body.length === 0) return null
  return parseInSlices(body, long ?? null).catch((error: unknown) => {
    if (error instanceof JsonError) return undefined
    throw error
  })
}

function codesOf(body: unknown): number[] {
  const read = errorsAnswer.safeParse(body)
  return read.success ? read.data.errors.flatMap(({ code }) => code ?? []) : []
}

type Headers = { get(name: string): string | null }

/** Reads the rate limit from the headers of an answer. A number that no limit has is brought into bounds. */
export function limitsOf(headers: Headers): LimitHeaders & { resetMs: number | null } {
  const read = (name: string) => {
    const value = Number.parseInt(headers.get(name) ?? '', 10)
    return Number.isNaN(value) || value < 0 ? null : value
  }
  const positive = (name: string, bound: (value: number) => number) => {
    const value = read(name)
    return value ? bound(value) : null
  }
  const left = read('x-ratelimit-remaining')
  return {
    limit: positive('x-ratelimit-limit', bounded.units),
    remaining: left && bounded.units(left),
    windowMs: positive('x-lognex-retry-timeinterval', bounded.windowMs),
    resetMs: positive('x-lognex-reset', bounded.waitMs),
    waitMs: positive('x-lognex-retry-after', bounded.waitMs),
  }
}
