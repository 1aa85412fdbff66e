import { type ReactNode, useState } from 'react'
import { LazyBoundary } from './lazy-boundary.tsx'

/** Draws lazy content from its first opening on. It stays mounted, so that its closing is visible. */
export function FromFirstOpen({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen ? <LazyBoundary>{children}</LazyBoundary> : null
}
