import { useEffect, useState } from 'react'
import { hasSteps } from '../../api/steps/steps.ts'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { whenUsed } from '../session/when-used.ts'

/** Steps from before wait this long after the page has opened, so that the page itself comes first, ms. */
const patienceMs = 3000

const StepFollower = lazyPart(async () => (await import('./step-follower.tsx')).StepFollower)

/** Sends what the person has done without a connection, and says what waits. */
export function WaitingSteps({ isQuiet = false }: { isQuiet?: boolean }) {
  // What waits changes what the page shows.
  const [isDue, setIsDue] = useState(hasSteps)
  useEffect(() => {
    const begin = () => setIsDue(true)
    const timer = setTimeout(begin, navigator.onLine ? patienceMs : 0)
    void whenUsed.then(begin)
    return () => clearTimeout(timer)
  }, [])
  return (
    isDue && (
      <LazyBoundary>
        <StepFollower isQuiet={isQuiet} />
      </LazyBoundary>
    )
  )
}
