import type { ComponentProps } from 'react'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'

// Lazy, so that pages that seldom show a product do not load these parts.
const LazyField = lazyPart(async () => (await import('./product-field.tsx')).ProductField)
const LazyFields = lazyPart(async () => (await import('./products-field.tsx')).ProductsField)
const LazyName = lazyPart(async () => (await import('./product-parts.tsx')).ProductName)
const LazyInHand = lazyPart(async () => (await import('./product-in-hand.tsx')).ProductInHand)

export function ProductField(props: ComponentProps<typeof LazyField>) {
  return (
    <LazyBoundary fallback={<SkeletonRows rows={1} height={60} cells={[{ kind: 'text' }]} />}>
      <LazyField {...props} />
    </LazyBoundary>
  )
}

export function ProductsField(props: ComponentProps<typeof LazyFields>) {
  return (
    <LazyBoundary fallback={<SkeletonRows rows={1} height={60} cells={[{ kind: 'text' }]} />}>
      <LazyFields {...props} />
    </LazyBoundary>
  )
}

export function ProductName(props: ComponentProps<typeof LazyName>) {
  return (
    <LazyBoundary fallback={<SkeletonRows rows={1} height={44} cells={[{ kind: 'thumb' }]} />}>
      <LazyName {...props} />
    </LazyBoundary>
  )
}

export function ProductInHand(props: ComponentProps<typeof LazyInHand>) {
  return (
    <LazyBoundary fallback={<SkeletonRows rows={1} height={80} cells={[{ kind: 'thumb' }]} />}>
      <LazyInHand {...props} />
    </LazyBoundary>
  )
}

export { useProductFilter } from './list/use-product-filter.ts'
export { useFormProducts } from './use-form-products.ts'
export { useProducts } from './use-products.ts'
