import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { countLoaded, watchLoaded } from './lazy-part.ts'

/**
 * Draws `fallback` until the code of the parts inside has been loaded. React alone would show loaded parts only 300 ms
 * after the last fallback appeared, so everything that is opened for the first time would come late.
 */
export function LazyBoundary({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  // A new rendering of the boundary itself is not delayed.
  useSyncExternalStore(watchLoaded, countLoaded)
  return <Suspense fallback={fallback}>{children}</Suspense>
}
