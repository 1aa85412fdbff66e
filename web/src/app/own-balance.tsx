import { lazy, Suspense } from 'react'

// The feature is not part of the shell, and the shell does not wait for it.
const Balance = lazy(async () => ({
  default: (await import('../features/ledger/own-balance.tsx')).OwnBalance,
}))

export const OwnBalance = () => (
  <Suspense>
    <Balance />
  </Suspense>
)
