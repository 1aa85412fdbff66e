import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CallName } from '../../api/send/calls.ts'
import { readPagePerson } from '../../api/session/page-person.ts'
import {
  type ClashingField,
  createFormDrafts,
  draftFields,
  type FormDrafts,
  mergeDraft,
} from './form-drafts.ts'

/** Wait after a change before the draft is written, ms. */
const writeAfterMs = 400

export type RestoredDraft = {
  /** When the last field was typed, ms since 1970. */
  at: number
  clashing: readonly ClashingField[]
}

let isPruned = false

/** The drafts of the person of this page, or null where there is no person or no storage. */
function ownDrafts(): FormDrafts | null {
  const person = readPagePerson()
  if (person === null) return null
  try {
    const drafts = createFormDrafts(person, localStorage)
    // Once a page, because all drafts are read for it.
    if (!isPruned) drafts.prune()
    isPruned = true
    return drafts
  } catch {
    // The browser forbids its storage. The form then lives as long as its page.
    return null
  }
}

/**
 * What a form is about. `item`: its id, or another name that no other form of the same call has. `isNew`: nobody
 * else changes what the form begins with, so the typed value wins over another default.
 */
export type DraftName = { item: string | number; isNew?: true }

/**
 * The draft of a form, read once. `values`: what the form begins with, the draft included.
 * @param draftName null: the form keeps no draft
 */
export function useRestoredDraft<Values extends object>(
  call: CallName | null,
  draftName: DraftName | null,
  initial: Values,
) {
  const name = draftName === null ? null : `${call}:${draftName.item}`
  const [opened] = useState(() => {
    const drafts = name === null ? null : ownDrafts()
    const draft = name === null ? undefined : drafts?.read(name)
    const merged = draft && mergeDraft(initial, draft, draftName?.isNew)
    const isChanged =
      merged && (Object.keys(draftFields(initial, merged.values)).length > 0 || merged.clashing.length > 0)
    return { drafts, ...(isChanged && { ...merged, at: draft.at }) }
  })
  const { values, clashing = [], at } = opened
  return {
    name,
    drafts: opened.drafts,
    values: values ?? initial,
    restored: at === undefined ? null : ({ at, clashing } satisfies RestoredDraft),
  }
}

type KeptDraft<Values extends object> = {
  name: string | null
  drafts: FormDrafts | null
  restored: RestoredDraft | null
  initial: Values
  values: Values
}

/** Keeps the changed fields of a form on the device while they are not saved. */
export function useKeptDraft<Values extends object>(form: KeptDraft<Values>) {
  const { name, drafts, values } = form
  const [restored, setRestored] = useState(form.restored)
  const latest = useRef({ ...form, restored })
  useLayoutEffect(() => {
    latest.current = { ...form, restored }
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const write = useCallback(() => {
    clearTimeout(timer.current)
    if (timer.current === undefined) return
    timer.current = undefined
    const { name, drafts, initial, values, restored } = latest.current
    if (name === null || drafts === null) return
    // What could not be restored stays until the form is saved.
    const clashing = Object.fromEntries((restored?.clashing ?? []).map(({ name, ...field }) => [name, field]))
    const fields = { ...clashing, ...draftFields(initial, values) }
    try {
      if (Object.keys(fields).length > 0) drafts.write(name, fields)
      else drafts.remove(name)
    } catch {
      // A full storage must not disturb the typing.
    }
  }, [])

  const first = useRef(values)
  useEffect(() => {
    if (name === null || drafts === null || values === first.current) return
    first.current = values
    clearTimeout(timer.current)
    timer.current = setTimeout(write, writeAfterMs)
  }, [name, drafts, values, write])
  useEffect(() => {
    const writeIfHidden = () => document.visibilityState === 'hidden' && write()
    window.addEventListener('pagehide', write)
    document.addEventListener('visibilitychange', writeIfHidden)
    return () => {
      write()
      window.removeEventListener('pagehide', write)
      document.removeEventListener('visibilitychange', writeIfHidden)
    }
  }, [write])

  const drop = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    const { name, drafts } = latest.current
    if (name !== null) drafts?.remove(name)
    setRestored(null)
  }, [])
  return { restored, drop }
}
