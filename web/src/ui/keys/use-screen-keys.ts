import { type RefObject, useEffect, useRef } from 'react'
import { isKeyTaken, type ScreenKey, screenKeyOf } from './screen-keys.ts'

/** Keys that the help lists, although their controls handle them. */
type ControlKey = 'open' | 'save'
export type HelpKey = ScreenKey | ControlKey

type Keys = {
  acts?: { [Key in ScreenKey]?: (() => void) | undefined }
  controls?: readonly ControlKey[]
  /** Rows. A key that is pressed in the rows of another table does nothing here. */
  rows?: RefObject<HTMLElement | null>
}

/** The keys of all mounted parts of the page. */
const mounted = new Set<RefObject<Keys>>()

/** Keys that work while the part that names them is on the page. */
export function useScreenKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = screenKeyOf(event)
      const { acts, rows } = latest.current
      const act = key && acts?.[key]
      if (!act || event.defaultPrevented || isKeyTaken(key, event.target)) return
      if (rows && isInOtherRows(event.target, rows.current)) return
      event.preventDefault()
      act()
    }
    mounted.add(latest)
    window.addEventListener('keydown', listen)
    return () => {
      mounted.delete(latest)
      window.removeEventListener('keydown', listen)
    }
  }, [])
}

function isInOtherRows(target: EventTarget | null, rows: HTMLElement | null): boolean {
  const own = target instanceof Element ? target.closest('tbody') : null
  return own !== null && own !== rows
}

/** The keys that work on the page as it is now. */
export function readScreenKeys(): ReadonlySet<HelpKey> {
  const keys = new Set<HelpKey>()
  for (const { current } of mounted) {
    for (const control of current.controls ?? []) keys.add(control)
    // The names of an object are read as plain texts.
    for (const [key, act] of Object.entries(current.acts ?? {})) if (act) keys.add(key as ScreenKey)
  }
  return keys
}
