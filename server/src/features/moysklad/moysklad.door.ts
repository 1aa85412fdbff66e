import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { WorkOwner } from '../../http/fair-queue.ts'
import { JsonError, type LongList, mostShortBytes, parseInSlices } from '../../outside/json.ts'
import { type Outside, OutsideError, openOutside } from '../../outside/outside.ts'
import type { MoySkladSettings } from '../../settings.ts'
import { judge, MoySkladError, type MoySkladFault } from './moysklad.errors.ts'
import { type Allowance, type LimitHeaders, Pace } from './moysklad.pace.ts'

/** What a run counts of its questions. */
export type Asked = { requests: number; limited: number }

/** A list that is answered, and how many bytes all of the answer may have. */
type LongAnswer = LongList & { mostBytes: number }

type Question = {
  /** For whom it is asked. */
  owner: WorkOwner
  /** What of the answer may be long; else it is a short one. */
  long?: LongAnswer
  method?: 'GET' | 'POST' | 'DELETE'
  body?: object
  /** Addresses that begin so are not told of what this changes. Whatever writes names ours. */
  silences?: string
  signal: AbortSignal
  asked?: Asked
  /** So often at most, where nothing comes of it but a fault that may pass. Only what reads is repeated. */
  tries?: number
}

const theirAddress = 'https://api.moysklad.ru/api/remap/1.2'
const timeoutMs = 60_000
/** One token takes four at once. A company may work two: the one it has, and the one that it tries. */
const places = {
  ...{ running: 24, runningOfCompany: 8, runningOfPerson: 8 },
  ...{ waitingOfPerson: 20, waitingOfCompany: 20 },
}
/** Theirs for a body, and the most of any question. */
export const mostBytes = 40_000_000
const usualTries = 5
const mostRefusals = 10
const usualWaitMs = 500
const longestWaitMs = 10_000
const usualRetryMs = 3000
/** Tokens whose pace is remembered. */
const mostPaces = 1000

const faults: Record<OutsideError['failure'], MoySkladFault> = {
  slow: 'slow',
  away: 'away',
  refused: 'broken',
  too_large: 'broken',
  // They were not asked: others of this installation had all places.
  busy: 'slow',
}

const errorsAnswer = z.object({
  errors: z.array(z.object({ code: z.int().optional().catch(undefined) })).catch([]),
})

/** The way to MoySklad, and how fast each token may be used. */
export class MoySkladDoor {
  /** Of their API, without `/` at the end. */
  readonly base: string
  /** The operator has put something in their place. */
  readonly isNamedByOperator: boolean
  readonly #outside: Outside
  readonly #firstWaitMs: number
  readonly #paces = new Map<string, Pace>()

  /** `firstWaitMs`: how long what may pass is let pass, the first time. */
  constructor({ url }: MoySkladSettings, firstWaitMs = usualWaitMs) {
    this.#firstWaitMs = firstWaitMs
    this.base = url ?? theirAddress
    this.isNamedByOperator = url !== undefined
    const { origin, pathname } = new URL(this.base)
    const isBelow = (path: string) => path.startsWith(`${pathname.replace(/\/$/, '')}/`)
    this.#outside = openOutside({
      ...{ timeoutMs, mostBytes, places },
      allows: (asked) => asked.origin === origin && isBelow(asked.pathname),
      isNamedByOperator: url !== undefined,
    })
  }

  close(): Promise<void> {
    return this.#outside.close()
  }

  /** How fast a token may be used, as far as this process knows. */
  paceOf(token: string, known?: Allowance): Pace {
    const key = createHash('sha256').update(token).digest('base64')
    const pace = this.#paces.get(key) ?? new Pace(known)
    // Taken out and put in again, it is the youngest of the map.
    this.#paces.delete(key)
    this.#paces.set(key, pace)
    const [oldest] = this.#paces.keys()
    if (this.#paces.size > mostPaces && oldest !== undefined) this.#paces.delete(oldest)
    return pace
  }

  /** What they answer, read as JSON; null where it is empty. `path` is below the API's address. @throws MoySkladError */
  async ask(token: string, path: string, question: Question): Promise<unknown> {
    const { method = 'GET', tries = usualTries, signal } = question
    const pace = this.paceOf(token)
    let [failed, refused] = [0, 0]
    for (;;) {
      const answer = await this.#askOnce(pace, token, path, question).catch((error: unknown) => {
        if (error instanceof MoySkladError) return error
        throw error
      })
      if (!(answer instanceof MoySkladError)) return answer.body
      pace.fail(answer)
      if (answer.fault === 'busy') {
        if (++refused >= mostRefusals) throw answer
        continue
      }
      const mayPass = answer.fault === 'away' || answer.fault === 'slow'
      if (!mayPass || method !== 'GET' || ++failed >= tries) throw answer
      await rest(this.#firstWaitMs * 2 ** failed, signal)
    }
  }

  async #askOnce(
    pace: Pace,
    token: string,
    path: string,
    { owner, method = 'GET', body, signal, asked, silences, long }: Question,
  ): Promise<{ body: unknown } | MoySkladError> {
    const leave = await pace.enter(signal)
    if (asked) asked.requests += 1
    try {
      const answer = await this.#outside.ask(new URL(this.base + path), {
        ...{ owner, method, mostBytes: long?.mostBytes ?? mostShortBytes },
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json;charset=utf-8',
          // They take no other, and refuse whoever does not say so.
          'accept-encoding': 'gzip',
          ...(body && { 'content-type': 'application/json' }),
          // What we write ourselves is no news to us.
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
        if (asked) asked.limited += 1
        const ms = headers.waitMs ?? headers.resetMs ?? headers.windowMs ?? usualRetryMs
        pace.refuse(codes.includes(1073) ? 'parallel' : 'rate', Math.max(50, ms))
      }
      return judge(answer.status, codes, isTheirs)
    } catch (error) {
      // The caller's own end is no fault of theirs.
      signal.throwIfAborted()
      if (!(error instanceof OutsideError)) throw error
      return new MoySkladError(faults[error.failure], null, null, error)
    } finally {
      leave(null)
    }
  }
}

/** Longer each time, and never all at the same moment. */
async function rest(wait: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(longestWaitMs, wait) * (0.5 + Math.random())
  await sleep(ms, undefined, { signal })
}

/** Undefined: it is no JSON, or beyond its bounds. An empty one is null. */
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

/** What headers of theirs say of the limits. */
export function limitsOf(headers: Headers): LimitHeaders & { resetMs: number | null } {
  const read = (name: string) => {
    const value = Number.parseInt(headers.get(name) ?? '', 10)
    return Number.isSafeInteger(value) && value >= 0 ? value : null
  }
  const positive = (value: number | null) => (value === null || value === 0 ? null : value)
  return {
    limit: positive(read('x-ratelimit-limit')),
    remaining: read('x-ratelimit-remaining'),
    windowMs: positive(read('x-lognex-retry-timeinterval')),
    resetMs: positive(read('x-lognex-reset')),
    waitMs: positive(read('x-lognex-retry-after')),
  }
}
