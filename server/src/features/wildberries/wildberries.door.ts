import type { z } from 'zod'
import { now } from '../../clock.ts'
import { ApiError, LimitError } from '../../http/errors.ts'
import { type LongList, parseInSlices } from '../../outside/json.ts'
import { type Outside, OutsideError } from '../../outside/outside.ts'
import { pauseMs } from './wildberries.rules.ts'

/** They gave nothing that can be used. The cause is for our log, and has no token in it. */
export class AwayError extends ApiError {
  constructor(cause: unknown) {
    super('upstream')
    this.cause = typeof cause === 'string' ? new Error(`Wildberries ${cause}`) : cause
  }
}

/** They know no such token, or it may not read products. */
export class TokenRefusedError extends AwayError {}

type Question = Parameters<Outside['ask']>[1] & {
  /** A token or a host. After a refusal its company asks nothing with the key for a while. */
  key: string
}
type Answered = Awaited<ReturnType<Outside['ask']>>

const mostPauses = 1000
const refusedMs = 300_000
/** Companies that were refused with none answered between: then the host refuses this installation. */
const manyCompanies = 2

/**
 * One of their hosts, asked no more often than it wants to be: what it refuses costs ten times what it answers. Anybody
 * can provoke a refusal, so it pauses the company that was refused, and all only after several companies were.
 */
export class Door {
  readonly #outside: Outside
  readonly #pauses = new Map<string, { until: number; error: AwayError }>()
  /** By key, the companies that were refused since it last answered. */
  readonly #refused = new Map<string, Set<number>>()

  constructor(outside: Outside) {
    this.#outside = outside
  }

  /** @throws AwayError; LimitError where too many ask at once */
  async ask(url: URL, { key, ...question }: Question): Promise<Answered> {
    const { companyId } = question.owner
    for (const paused of [key, keyOf(key, companyId)]) {
      const pause = this.#pauses.get(paused)
      if (pause && pause.until > now().getTime()) throw pause.error
    }
    const answer = await this.#outside.ask(url, question).catch((error: unknown) => {
      if (error instanceof OutsideError && error.failure === 'busy') throw new LimitError(2)
      throw new AwayError(error)
    })
    if (answer.status === 429) throw this.#refuse(key, companyId, pauseMs(answer.headers))
    this.#refused.delete(key)
    return answer
  }

  #refuse(key: string, companyId: number, ms: number): AwayError {
    const companies = this.#refused.get(key) ?? new Set()
    if (this.#refused.size >= mostPauses) this.#refused.clear()
    this.#refused.set(key, companies.add(companyId))
    const paused = companies.size >= manyCompanies ? key : keyOf(key, companyId)
    return this.#pause(paused, new AwayError('wants to be asked later'), ms)
  }

  /** @returns the error, to be thrown: nothing is asked with this token again soon */
  refuseToken(key: string): TokenRefusedError {
    return this.#pause(key, new TokenRefusedError('accepts a token no more'), refusedMs)
  }

  #pause<Why extends AwayError>(key: string, error: Why, ms: number): Why {
    const at = now().getTime()
    if (this.#pauses.size >= mostPauses)
      for (const [other, { until }] of this.#pauses) if (until <= at) this.#pauses.delete(other)
    this.#pauses.set(key, { until: at + ms, error })
    return error
  }

  close(): Promise<void> {
    return this.#outside.close()
  }
}

const keyOf = (key: string, companyId: number): string => `${key} ${companyId}`

/** `long`: the list that may be long; else it is a short answer. @throws AwayError where it is not JSON of this shape */
export async function readJson<Shape extends z.ZodType>(
  shape: Shape,
  { body }: Answered,
  long: LongList | null = null,
): Promise<z.output<Shape>> {
  try {
    return shape.parse(await parseInSlices(body, long))
  } catch {
    // What was answered stays out of the log: it may be anything.
    throw new AwayError('answers what cannot be read')
  }
}
