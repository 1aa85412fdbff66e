import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'

// Lazy, because a form opens later than the page around it.
const LazyField = lazyPart(async () => (await import('./form/supply-field.tsx')).SupplyField)

const LazyPackSupply = lazyPart(async () => (await import('./entry/pack-supply.tsx')).PackSupply)

export { useSupplyFilter } from './list/use-supply-filter.ts'

export function SupplyField(props: ComponentProps<typeof LazyField>) {
  return (
    <Suspense fallback={<SkeletonRows rows={1} height={60} cells={[{ kind: 'text' }]} />}>
      <LazyField {...props} />
    </Suspense>
  )
}

/** A button, drawn by `className`. Its place is reserved while its code is loading. */
export function PackSupply(props: ComponentProps<typeof LazyPackSupply>) {
  return (
    <Suspense fallback={<div className={props.className} />}>
      <LazyPackSupply {...props} />
    </Suspense>
  )
}
