import { type ReactNode, Suspense, useState } from 'react'

/** Draws lazy content from its first opening on. It stays mounted, so that its closing is visible. */
export function FromFirstOpen({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen ? <Suspense fallback={null}>{children}</Suspense> : null
}
