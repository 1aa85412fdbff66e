import type { FieldErrors } from '@artel/contract/errors'
import { useEffect, useRef } from 'react'
import type { CallName } from '../api/calls.ts'
import { useFormState } from './use-form-state.ts'

type LiveForm<Thing extends { version: number }, Values extends object> = {
  /** The call that takes what is typed. */
  call: CallName
  /** As it is now. */
  thing: Thing
  valuesOf: (thing: Thing) => Values
  /** Sends what was typed; `base` is what it began with. */
  send: (values: Values, base: Thing) => Promise<unknown>
  check?: (values: Values) => FieldErrors
}

/**
 * A form of a thing that stays on the page: as long as nothing is typed, it shows what colleagues make of the thing;
 * what is typed is sent over the version that it began with.
 */
export function useLiveForm<Thing extends { version: number }, Values extends object>(
  options: LiveForm<Thing, Values>,
) {
  const { call, thing, valuesOf, send, check } = options
  const base = useRef(thing)
  const form = useFormState<Values>({
    call,
    initial: valuesOf(thing),
    send: (values) => send(values, base.current),
    ...(check && { check }),
  })
  useEffect(() => {
    if (base.current.version === thing.version || form.isDirty || form.isSending) return
    base.current = thing
    form.adopt(valuesOf(thing))
  })
  return form
}
