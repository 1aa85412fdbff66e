import manifest from 'virtual:calls'
import { useRef } from 'react'
import type { Answer, CallName, InputArgument, InputOf } from './calls.ts'
import { callApi } from './client.ts'
import { keyFor, type SentOnce } from './idempotency.ts'

export function sendCall<Name extends CallName>(name: Name, input: InputOf<Name>): Promise<Answer<Name>> {
  // The input is valid where an optional one is; the compiler cannot see this for a generic name.
  return callApi(name, ...([input] as unknown as InputArgument<Name>))
}

/** Sends an idempotent call with a key until it succeeds, so that the server runs a repetition only once. */
export function useSend<Name extends CallName>(name: Name): (input: InputOf<Name>) => Promise<Answer<Name>> {
  const sent = useRef<SentOnce | null>(null)
  return async (input) => {
    if (!manifest[name].isIdempotent) return sendCall(name, input)
    sent.current = keyFor(input, sent.current)
    const answer = await sendCall(name, { ...input, idempotencyKey: sent.current.key })
    sent.current = null
    return answer
  }
}
