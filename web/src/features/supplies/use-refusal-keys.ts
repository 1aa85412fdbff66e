import { useEffect, useRef } from 'react'

const never = () => false

/**
 * Esc dismisses the screen of a refusal, or the dialog above it. Enter does nothing, not even on a focused button,
 * because scanners end a code with Enter.
 */
export function useRefusalKeys(
  dismiss: () => void,
  isOfDialog: (event: KeyboardEvent) => boolean = never,
): void {
  const latest = useRef({ dismiss, isOfDialog })
  useEffect(() => {
    latest.current = { dismiss, isOfDialog }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isEscape = event.key === 'Escape' && !latest.current.isOfDialog(event)
      if (event.key !== 'Enter' && !isEscape) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (isEscape) latest.current.dismiss()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
