import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { countLoaded, watchLoaded } from './lazy-part.ts'

/**
 * Shows `fallback` until the code of the parts inside has been loaded, and then shows the parts at once. `Suspense`
 * alone would show them no earlier than 300 ms after the last fallback.
 */
export function LazyBoundary({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  // React does not delay a render that a store causes.
  useSyncExternalStore(watchLoaded, countLoaded)
  return <Suspense fallback={fallback}>{children}</Suspense>
}
