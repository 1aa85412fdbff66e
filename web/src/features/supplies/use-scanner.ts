import { useEffect, useRef } from 'react'
import { createScanReader } from './scan-keys.ts'

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))

/** Hears a scanner that presses keys, wherever the focus is; what goes into a field is the field's. */
export function useScanner(onScan: (code: string) => void): void {
  const latest = useRef(onScan)
  useEffect(() => {
    latest.current = onScan
  })
  useEffect(() => {
    const read = createScanReader()
    const listen = (event: KeyboardEvent) => {
      if (event.isComposing || isField(event.target)) return
      const reading = read(event)
      if (reading.kind === 'none' || (reading.kind === 'sign' && !reading.isBurst)) return
      // Nor does the end of a code press the button that happens to have the focus.
      event.preventDefault()
      event.stopImmediatePropagation()
      if (reading.kind === 'scan') latest.current(reading.code)
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
