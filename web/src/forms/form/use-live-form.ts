import type { FieldErrors } from '@artel/contract/errors/errors'
import { useEffect, useRef } from 'react'
import type { CallName } from '../../api/send/calls.ts'
import type { DraftName } from '../drafts/use-form-draft.ts'
import type { FormWords } from './form-words.ts'
import { useFormState } from './use-form-state.ts'

type LiveForm<Thing extends { version: number }, Values extends object> = {
  /** The call that receives the typed values. */
  call: CallName
  /** Its current state. */
  thing: Thing
  valuesOf: (thing: Thing) => Values
  /** As in `useFormState`. */
  draft: DraftName | null
  /** Sends the typed values. `base`: the state that they started from. */
  send: (values: Values, base: Thing, words: FormWords) => Promise<unknown>
  check?: (values: Values) => FieldErrors
  emptyIsZero?: readonly (keyof Values & string)[]
}

/**
 * A form of an item that stays on the page. While nothing is typed, it shows changes by other people. Typed
 * values are sent with the version that they started from.
 */
export function useLiveForm<Thing extends { version: number }, Values extends object>(
  options: LiveForm<Thing, Values>,
) {
  const { call, thing, valuesOf, draft, send, check, emptyIsZero = [] } = options
  const base = useRef(thing)
  const form = useFormState<Values>({
    call,
    initial: valuesOf(thing),
    draft,
    send: (values, words) => send(values, base.current, words),
    ...(check && { check }),
    emptyIsZero,
  })
  useEffect(() => {
    if (base.current.version === thing.version || form.isDirty || form.isSending) return
    base.current = thing
    form.adopt(valuesOf(thing))
  })
  return form
}
