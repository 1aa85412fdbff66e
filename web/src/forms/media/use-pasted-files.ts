import { type RefObject, useEffect, useRef } from 'react'
import { findTopDialog } from '../../ui/dialog/only-dialog.ts'

/** Takes files pasted anywhere on the page, or in the dialog that covers it. `take` null: ignores them. */
export function usePastedFiles(
  root: RefObject<HTMLElement | null>,
  take: ((files: readonly File[]) => void) | null,
): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      const dialog = findTopDialog()
      const isCovered = dialog !== null && !dialog.contains(root.current)
      if (files.length === 0 || isCovered || !latest.current) return
      event.preventDefault()
      latest.current(files)
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [root])
}
