import { type ReactNode, Suspense, useState } from 'react'

/** Draws what comes lazily from the first time that it is open on, so that it can also be seen to close. */
export function FromFirstOpen({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen ? <Suspense fallback={null}>{children}</Suspense> : null
}
