import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'

// The feature is not part of the shell, and the shell does not wait for it.
const Balance = lazyPart(async () => (await import('../../features/ledger/own-balance.tsx')).OwnBalance)

export const OwnBalance = () => (
  <LazyBoundary>
    <Balance />
  </LazyBoundary>
)
