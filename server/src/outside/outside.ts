import { Agent, fetch, type RequestInit } from 'undici'
import { type FairLimits, FairQueue, type WorkOwner } from '../limits/fair-queue.ts'
import { addressIn, isPublicAddress, lookupPublic } from './public-address.ts'

/** Why a request to a foreign service failed. No error contains the request or its token. */
type OutsideFailure = 'refused' | 'away' | 'slow' | 'too_large' | 'busy'

export class HttpClientError extends Error {
  readonly failure: OutsideFailure

  constructor(failure: OutsideFailure, cause?: unknown) {
    super(`The foreign service is ${failure}`, { cause })
    this.failure = failure
  }
}

type OutsideAnswer = {
  status: number
  headers: { get(name: string): string | null }
  /** Unpacked bytes. The caller validates their content. */
  body: Buffer
}

export type OutsideRules = {
  /** Timeout from the request to the last byte of the response, including the wait in the queue. */
  timeoutMs: number
  /** Maximum size of the unpacked response. */
  maxBytes: number
  /**
   * Users and companies take turns. A request gets `busy` if its owner has too many waiting or if it waits
   * too long.
   */
  places: FairLimits
  /** Which URLs are allowed. Any other fails as `refused` without a connection. */
  allows(url: URL): boolean
  /** The operator named the host in the settings. It may then be in a private network and use http. */
  isNamedByOperator: boolean
}

type OutsideRequest = RequestInit & {
  /** The user and company that the request is for. */
  owner: WorkOwner
  /** Maximum size of the unpacked response, if smaller than the limit of the rules. */
  maxBytes?: number
}

export type HttpClient = {
  /**
   * Sends a request. Any status is a response. Redirects are not followed. A signal may cancel it. @throws
   * HttpClientError
   */
  ask(url: URL, question: OutsideRequest): Promise<OutsideAnswer>
  close(): Promise<void>
}

/**
 * Opens the client for a foreign service. Each service has its own, so that one that hangs does not block the
 * others.
 */
export function openHttpClient(rules: OutsideRules): HttpClient {
  const agent = new Agent({
    connections: rules.places.running,
    connect: { timeout: rules.timeoutMs, ...(!rules.isNamedByOperator && { lookup: lookupPublic }) },
  })
  const places = new FairQueue(rules.places)
  const waits = new Waits()
  return {
    ask: async (url, { owner, maxBytes = rules.maxBytes, ...init }) => {
      if (!mayAsk(url, rules)) throw new HttpClientError('refused')
      const ends = AbortSignal.timeout(rules.timeoutMs)
      const signal = init.signal ? AbortSignal.any([ends, init.signal]) : ends
      const wait = waits.begin(init.signal ?? ends)
      if (signal.aborted) throw new HttpClientError(wait.tookMost() ? 'busy' : 'slow', signal.reason)
      const ask = async () => {
        wait.end()
        const response = await fetch(url, { ...init, signal, redirect: 'manual', dispatcher: agent })
        const body = await readUpTo(Math.min(maxBytes, rules.maxBytes), response.body)
        return { status: response.status, headers: response.headers, body }
      }
      return places.run(owner, ask, signal).catch((error: unknown) => {
        if (error instanceof HttpClientError) throw error
        // A request that mostly waited in the queue says nothing about the foreign service.
        if (!wait.hasEnded || (signal.aborted && wait.tookMost())) throw new HttpClientError('busy', error)
        throw new HttpClientError(signal.aborted ? 'slow' : 'away', error)
      })
    },
    close: () => agent.destroy(),
  }
}

type Waited = { since: number; ms: number }

/** Counts how long requests waited in the queue. Requests with one signal share its time, so they count together. */
class Waits {
  readonly #waited = new WeakMap<AbortSignal, Waited>()

  begin(signal: AbortSignal) {
    const begun = performance.now()
    const all = this.#waited.get(signal) ?? { since: begun, ms: 0 }
    this.#waited.set(signal, all)
    return {
      hasEnded: false,
      end() {
        this.hasEnded = true
        all.ms += performance.now() - begun
      },
      tookMost: () => all.ms > (performance.now() - all.since) / 2,
    }
  }
}

function mayAsk(url: URL, { allows, isNamedByOperator }: OutsideRules): boolean {
  if (url.username || url.password || !allows(url)) return false
  if (isNamedByOperator) return true
  const address = addressIn(url)
  return url.protocol === 'https:' && (address === undefined || isPublicAddress(address))
}

/** Bytes by which the room for an answer grows. */
const roomStep = 1_048_576

/**
 * Reads a whole answer into one buffer, which grows in place with each chunk. Copying all chunks at the end would
 * block the event loop.
 */
async function readUpTo(most: number, body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const room = new ArrayBuffer(0, { maxByteLength: most })
  let length = 0
  for await (const chunk of body ?? []) {
    const end = length + chunk.byteLength
    // Leaving the loop cancels the stream, so nothing more is fetched or unpacked.
    if (end > most) throw new HttpClientError('too_large')
    if (end > room.byteLength) room.resize(Math.min(most, Math.ceil(end / roomStep) * roomStep))
    new Uint8Array(room, length, chunk.byteLength).set(chunk)
    length = end
  }
  return Buffer.from(room, 0, length)
}
