import { useEffect, useRef } from 'react'
import { chooseCode, createScanReader } from './scan-keys.ts'

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))

type Scanner = {
  onScan: (code: string) => void
  /** Whether a code belongs to a product that the page knows. */
  isKnown: (code: string) => boolean
}

/** Listens to a keyboard scanner wherever the focus is. Keys typed into a field are left to the field. */
export function useScanner({ onScan, isKnown }: Scanner): void {
  const latest = useRef({ onScan, isKnown })
  useEffect(() => {
    latest.current = { onScan, isKnown }
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
      if (reading.kind === 'scan') latest.current.onScan(chooseCode(reading, latest.current.isKnown))
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
