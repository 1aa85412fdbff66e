import type { z } from 'zod'
import { now } from '../../clock.ts'
import { ApiError, LimitError } from '../../errors/errors.ts'
import { type LongList, parseInSlices } from '../../outside/json.ts'
import { type HttpClient, HttpClientError } from '../../outside/outside.ts'
import { pauseMs } from './wildberries.rules.ts'

/** Wildberries gave no usable answer. The cause is for our log and does not contain a token. */
export class UnavailableError extends ApiError {
  constructor(cause: unknown) {
    super('upstream')
    this.cause = typeof cause === 'string' ? new Error(`Wildberries ${cause}`) : cause
  }
}

/** Wildberries does not know the token, or it may not read products. */
export class TokenRefusedError extends UnavailableError {}

type ApiRequest = Parameters<HttpClient['ask']>[1] & {
  /**
   * Rate-limit key: a token or a host. After a refusal, requests of the company with this key fail at once
   * for a while.
   */
  key: string
}
type Answered = Awaited<ReturnType<HttpClient['ask']>>

const maxPauses = 1000
const refusedMs = 300_000
/**
 * Number of companies refused, with no answer between, after which the host counts as refusing this
 * installation.
 */
const manyCompanies = 2

/**
 * Client of a Wildberries host that keeps to its rate limit, because a refused request costs ten times an
 * answered one. Anybody can provoke a refusal, so it pauses only the refused company. It pauses all companies
 * only after several were refused.
 */
export class WildberriesClient {
  readonly #outside: HttpClient
  readonly #pauses = new Map<string, { until: number; error: UnavailableError }>()
  /** Companies that were refused since the last answer, by key. */
  readonly #refused = new Map<string, Set<number>>()

  constructor(outside: HttpClient) {
    this.#outside = outside
  }

  /** @throws UnavailableError; LimitError if too many requests wait at once */
  async ask(url: URL, { key, ...question }: ApiRequest): Promise<Answered> {
    const { companyId } = question.owner
    for (const paused of [key, keyOf(key, companyId)]) {
      const pause = this.#pauses.get(paused)
      if (pause && pause.until > now().getTime()) throw pause.error
    }
    const answer = await this.#outside.ask(url, question).catch((error: unknown) => {
      if (error instanceof HttpClientError && error.failure === 'busy') throw new LimitError(2)
      throw new UnavailableError(error)
    })
    if (answer.status === 429) throw this.#refuse(key, companyId, pauseMs(answer.headers))
    this.#refused.delete(key)
    return answer
  }

  #refuse(key: string, companyId: number, ms: number): UnavailableError {
    const companies = this.#refused.get(key) ?? new Set()
    if (this.#refused.size >= maxPauses) this.#refused.clear()
    this.#refused.set(key, companies.add(companyId))
    const paused = companies.size >= manyCompanies ? key : keyOf(key, companyId)
    return this.#pause(paused, new UnavailableError('wants to be asked later'), ms)
  }

  /** Pauses requests with a refused token. @returns the error to throw */
  refuseToken(key: string): TokenRefusedError {
    return this.#pause(key, new TokenRefusedError('accepts a token no more'), refusedMs)
  }

  #pause<Why extends UnavailableError>(key: string, error: Why, ms: number): Why {
    const at = now().getTime()
    if (this.#pauses.size >= maxPauses)
      for (const [other, { until }] of this.#pauses) if (until <= at) this.#pauses.delete(other)
    this.#pauses.set(key, { until: at + ms, error })
    return error
  }

  close(): Promise<void> {
    return this.#outside.close()
  }
}

const keyOf = (key: string, companyId: number): string => `${key} ${companyId}`

/**
 * `long`: the list that may be long. Without it, the answer must be short.
 * @throws UnavailableError if the answer is not JSON of this shape
 */
export async function readJson<Shape extends z.ZodType>(
  shape: Shape,
  { body }: Answered,
  long: LongList | null = null,
): Promise<z.output<Shape>> {
  try {
    return shape.parse(await parseInSlices(body, long))
  } catch {
    // The answer is not logged, because it may contain anything.
    throw new UnavailableError('answers what cannot be read')
  }
}
