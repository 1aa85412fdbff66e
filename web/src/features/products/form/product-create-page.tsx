import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useAddress } from '../../../api/list/address.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { NewProductForm } from './product-forms.tsx'
import { copyOf, emptyProduct } from './product-values.ts'

/** A new product, empty or copied from another one. */
export function ProductCreatePage() {
  const t = useTranslations('products')
  usePageTitle(t('newTitle'))
  const { from } = useAddress()
  const like = typeof from === 'number' && Number.isSafeInteger(from) && from > 0 ? from : null
  // If the product to copy was deleted, the form is empty.
  const { data, isPending } = useCall(
    'products.get',
    { params: { id: like ?? 0 } },
    { enabled: like !== null },
  )
  const isWaiting = like !== null && isPending
  return (
    <Sheet>
      <PageHeader
        title={t('newTitle')}
        breadcrumbs={[{ key: 'products', link: <Link to="/sets">{t('title')}</Link> }]}
      />
      {isWaiting ? (
        <SkeletonRows rows={5} height={72} cells={[{ kind: 'text' }]} />
      ) : (
        <NewProductForm initial={data ? copyOf(data.product) : emptyProduct} />
      )}
    </Sheet>
  )
}
