import type { ComponentProps } from 'react'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import { lazyPart, loadAhead } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'

// Lazy, because a form opens later than the page around it.
const LazyField = lazyPart(async () => (await import('./form/supply-field.tsx')).SupplyField)

const loadPackNow = () => import('./entry/pack-now.tsx')
const PackNow = lazyPart(async () => (await loadPackNow()).PackNow)

export { useSupplyFilter } from './list/use-supply-filter.ts'

export function SupplyField(props: ComponentProps<typeof LazyField>) {
  return (
    <LazyBoundary fallback={<SkeletonRows rows={1} height={60} cells={[{ kind: 'text' }]} />}>
      <LazyField {...props} />
    </LazyBoundary>
  )
}

/** Loads the code of `goPacking` ahead. */
export const loadPacking = () => loadAhead(loadPackNow)

/** Leads to the packing screen. If it is not clear of which supply, a dialog with this title asks. */
export function goPacking(title: string): void {
  openDialog(title, (close) => <PackNow close={close} />, {
    waiting: <SkeletonRows rows={6} height={56} cells={[{ kind: 'text' }]} />,
  })
}
