import { useState } from 'react'
import type { Answer, CallName, InputOf } from './calls.ts'
import type { Failure } from './failure.ts'
import { useSend } from './send.ts'

type PlainActionOptions<Name extends CallName> = {
  onSuccess?: (answer: Answer<Name>) => void
  onFailure?: (failure: Failure) => void
}

type State<Name extends CallName> = { isPending: boolean; data?: Answer<Name>; error: Failure | null }

const atRest = { isPending: false, error: null }

/**
 * An action after which nothing is read again, because the page shows nothing of the server or reloads. So the
 * pages that need no sign-in do not load the query library.
 */
export function usePlainAction<Name extends CallName>(name: Name, options: PlainActionOptions<Name> = {}) {
  const send = useSend(name)
  const [state, setState] = useState<State<Name>>(atRest)
  const run = async (input: InputOf<Name>) => {
    setState({ isPending: true, error: null })
    const answer = await send(input).catch((failure: Failure) => {
      setState({ isPending: false, error: failure })
      options.onFailure?.(failure)
    })
    if (!answer) return
    setState({ ...atRest, data: answer })
    options.onSuccess?.(answer)
  }
  return { ...state, mutate: (input: InputOf<Name>) => void run(input), reset: () => setState(atRest) }
}
