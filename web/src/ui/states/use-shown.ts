import { useEffect, useState } from 'react'

/**
 * False in the first render, then true. A dialog, a menu or a popup fades in and returns the focus only if it was
 * rendered closed before.
 */
export function useShown(): boolean {
  const [isShown, show] = useState(false)
  useEffect(() => show(true), [])
  return isShown
}
