import { useEffect, useRef } from 'react'
import { createScanReader } from './scan-keys.ts'

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))

/** Listens to a keyboard scanner wherever the focus is. Keys typed into a field are left to the field. */
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
      // Also keeps the final Enter from pressing the focused button.
      event.preventDefault()
      event.stopImmediatePropagation()
      if (reading.kind === 'scan') latest.current(reading.code)
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
