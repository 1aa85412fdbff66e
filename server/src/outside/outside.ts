import { Agent, fetch, type RequestInit } from 'undici'
import { type FairLimits, FairQueue, type WorkOwner } from '../http/fair-queue.ts'
import { addressIn, isPublicAddress, lookupPublic } from './public-address.ts'

/** Why a foreign service gave no answer. None of them says what was asked or with which token. */
type OutsideFailure = 'refused' | 'away' | 'slow' | 'too_large' | 'busy'

export class OutsideError extends Error {
  readonly failure: OutsideFailure

  constructor(failure: OutsideFailure, cause?: unknown) {
    super(`The foreign service is ${failure}`, { cause })
    this.failure = failure
  }
}

type OutsideAnswer = {
  status: number
  headers: { get(name: string): string | null }
  /** Unpacked, as bytes: what they mean is for the caller to check. */
  body: Buffer
}

export type OutsideRules = {
  /** From the question to the last byte, waiting for others included. */
  timeoutMs: number
  /** Of the unpacked answer. */
  mostBytes: number
  /** People and companies take turns. Who comes when too much of theirs waits, or waits too long, is told `busy`. */
  places: FairLimits
  /** Which addresses may be asked; anything else is `refused` without a connection. */
  allows(url: URL): boolean
  /** The operator has named the host in the settings: it may be in their own network, and speak http. */
  isNamedByOperator: boolean
}

type Question = RequestInit & {
  /** For whom it is asked. */
  owner: WorkOwner
  /** Of the unpacked answer, where it is less than by the rules. */
  mostBytes?: number
}

export type Outside = {
  /** Any status is an answer, a redirect too: it is not followed. A signal may end it sooner. @throws OutsideError */
  ask(url: URL, question: Question): Promise<OutsideAnswer>
  close(): Promise<void>
}

/** The one way to a foreign service; each has its own, so that one that hangs takes no room from the others. */
export function openOutside(rules: OutsideRules): Outside {
  const agent = new Agent({
    connections: rules.places.running,
    connect: { timeout: rules.timeoutMs, ...(!rules.isNamedByOperator && { lookup: lookupPublic }) },
  })
  const places = new FairQueue(rules.places)
  return {
    ask: async (url, { owner, mostBytes = rules.mostBytes, ...init }) => {
      if (!mayAsk(url, rules)) throw new OutsideError('refused')
      const ends = AbortSignal.timeout(rules.timeoutMs)
      const signal = init.signal ? AbortSignal.any([ends, init.signal]) : ends
      if (signal.aborted) throw new OutsideError('slow', signal.reason)
      let hasBegun = false
      const ask = async () => {
        hasBegun = true
        const response = await fetch(url, { ...init, signal, redirect: 'manual', dispatcher: agent })
        const body = await readUpTo(Math.min(mostBytes, rules.mostBytes), response.body)
        return { status: response.status, headers: response.headers, body }
      }
      return places.run(owner, ask, signal).catch((error: unknown) => {
        if (error instanceof OutsideError) throw error
        // What has waited for others all the time says nothing of the foreign service.
        if (!hasBegun) throw new OutsideError('busy', error)
        throw new OutsideError(signal.aborted ? 'slow' : 'away', error)
      })
    },
    close: () => agent.destroy(),
  }
}

function mayAsk(url: URL, { allows, isNamedByOperator }: OutsideRules): boolean {
  if (url.username || url.password || !allows(url)) return false
  if (isNamedByOperator) return true
  const address = addressIn(url)
  return url.protocol === 'https:' && (address === undefined || isPublicAddress(address))
}

async function readUpTo(most: number, body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    // Leaving the loop cancels the rest, so nothing more is fetched or unpacked.
    if (length > most) throw new OutsideError('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
