import type { ReactNode } from 'react'
import { ErrorState, NotFoundState } from '../states/states.tsx'
import { Sheet } from './sheet.tsx'

type WaitingSheetProps = {
  isMissing: boolean
  /** Why reading failed. */
  failure: { title: string; text?: string; requestId?: string } | null
  onRetry: () => void
  /** A link to the list of such items, if this item does not exist. */
  toAll: ReactNode
  /** A skeleton. */
  children: ReactNode
}

/** Stands in place of an item: it waits, says why reading failed, or that the item does not exist. */
export function WaitingSheet({ isMissing, failure, onRetry, toAll, children }: WaitingSheetProps) {
  if (isMissing) {
    return (
      <Sheet>
        <NotFoundState action={toAll} />
      </Sheet>
    )
  }
  return <Sheet>{failure ? <ErrorState isPage {...failure} onRetry={onRetry} /> : children}</Sheet>
}
