import type { FieldErrors } from '@artel/contract/errors'
import { useEffect, useRef } from 'react'
import { useFormState } from './use-form-state.ts'

type LiveForm<Thing extends { version: number }, Values extends object> = {
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
  const { thing, valuesOf, send, check } = options
  const base = useRef(thing)
  const form = useFormState<Values>({
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
