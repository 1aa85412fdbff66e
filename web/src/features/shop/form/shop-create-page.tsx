import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useAddress } from '../../../api/list/address.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { NewShopForm } from './shop-forms.tsx'
import { copyOf, emptyItem } from './shop-values.ts'

/** A new item, empty or copied from another one. */
export function ShopCreatePage() {
  const t = useTranslations('shop')
  usePageTitle(t('newTitle'))
  const { from } = useAddress()
  const like = typeof from === 'number' && Number.isSafeInteger(from) && from > 0 ? from : null
  // If the item to copy was deleted, the form is empty.
  const { data, isPending } = useCall('shop.get', { params: { id: like ?? 0 } }, { enabled: like !== null })
  return (
    <Sheet>
      <PageHeader
        title={t('newTitle')}
        breadcrumbs={[{ key: 'shop', link: <Link to="/shop">{t('title')}</Link> }]}
      />
      {like !== null && isPending ? (
        <SkeletonRows rows={5} height={72} cells={[{ kind: 'text' }]} />
      ) : (
        <NewShopForm initial={data ? copyOf(data.shop_item) : emptyItem} />
      )}
    </Sheet>
  )
}
