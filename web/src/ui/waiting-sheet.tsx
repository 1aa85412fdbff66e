import type { ReactNode } from 'react'
import { Sheet } from './sheet.tsx'
import { ErrorState, NotFoundState } from './states.tsx'

type WaitingSheetProps = {
  isMissing: boolean
  /** Why it could not be read. */
  failure: { title: string; text?: string; requestId?: string } | null
  onRetry: () => void
  /** Leads to all of its kind, where there is no such one. */
  toAll: ReactNode
  /** A skeleton. */
  children: ReactNode
}

/** Stands where one thing will be: it waits, says why it did not come, or that there is none. */
export function WaitingSheet({ isMissing, failure, onRetry, toAll, children }: WaitingSheetProps) {
  if (isMissing) {
    return (
      <Sheet>
        <NotFoundState action={toAll} />
      </Sheet>
    )
  }
  return <Sheet>{failure ? <ErrorState {...failure} onRetry={onRetry} /> : children}</Sheet>
}
