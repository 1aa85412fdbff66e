import type { Product } from '@artel/contract/products/products'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { useAddressed } from '../../api/list/addressed.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { WaitingSheet } from '../../ui/dialog/waiting-sheet.tsx'
import { Tag } from '../../ui/marks/tag.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { ProductMenu } from './product-menu.tsx'
import { ProductReading } from './product-reading.tsx'

// Lazy, because most people only read a product.
const EditProductForm = lazyPart(async () => (await import('./form/product-forms.tsx')).EditProductForm)

const waiting = <SkeletonRows rows={5} height={72} cells={[{ kind: 'text' }]} />

type ProductPageProps = {
  /** Shows the instructions of a product above it. */
  Instructions: ComponentType<Pick<Product, 'instructions'>>
}

/** One product: a form for people who may edit it, a reading view for all others. */
export function ProductPage({ Instructions }: ProductPageProps) {
  const t = useTranslations('products')
  const { data, standing } = useAddressed('products.get', t('loadOneFailed'))
  if (data) return <ProductSheet key={data.product.id} product={data.product} Instructions={Instructions} />
  const toAll = (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/sets" />}>
      {t('toAll')}
    </Button>
  )
  return (
    <WaitingSheet {...standing} toAll={toAll}>
      {waiting}
    </WaitingSheet>
  )
}

function ProductSheet({ product, Instructions }: ProductPageProps & { product: Product }) {
  const t = useTranslations('products')
  usePageTitle(product.name)
  const back = { key: 'products', link: <Link to="/sets">{t('title')}</Link> }
  const here = { key: 'product', link: <span aria-current="page">{product.article}</span> }
  const instructions = <Instructions instructions={product.instructions} />
  return (
    <Sheet>
      <PageHeader
        title={product.name}
        breadcrumbs={[back, here]}
        aside={
          <>
            {!product.is_active && <Tag>{t('off')}</Tag>}
            {product.moy_sklad_id !== null && <Tag tone="info">{t('moySklad')}</Tag>}
          </>
        }
        actions={<ProductMenu product={product} />}
      />
      {product.can.edit ? (
        <LazyBoundary fallback={waiting}>
          <EditProductForm product={product} instructions={instructions} />
        </LazyBoundary>
      ) : (
        <ProductReading product={product} instructions={instructions} />
      )}
    </Sheet>
  )
}
