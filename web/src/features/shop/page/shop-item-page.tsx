import type { ShopItem } from '@artel/contract/shop/shop'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAddressed } from '../../../api/list/addressed.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { WaitingSheet } from '../../../ui/dialog/waiting-sheet.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { LazyBoundary } from '../../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { useShopLayout } from '../list/use-shop-layout.ts'
import { ShopPageMenu } from './shop-page-menu.tsx'
import { ShopReading } from './shop-reading.tsx'

// Lazy, because most people only look at an item.
const EditShopForm = lazyPart(async () => (await import('../form/shop-forms.tsx')).EditShopForm)

const waiting = <SkeletonRows rows={5} height={72} cells={[{ kind: 'text' }]} />

/** One item, to buy, and for admins to edit. */
export function ShopItemPage() {
  const t = useTranslations('shop')
  const { data, standing } = useAddressed('shop.get', t('loadOneFailed'))
  if (data) return <ShopItemSheet key={data.shop_item.id} item={data.shop_item} />
  const toAll = (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/shop" />}>
      {t('toAll')}
    </Button>
  )
  return (
    <WaitingSheet {...standing} toAll={toAll}>
      {waiting}
    </WaitingSheet>
  )
}

function ShopItemSheet({ item }: { item: ShopItem }) {
  const t = useTranslations('shop')
  usePageTitle(item.name)
  const { layout, search } = useShopLayout()
  const isKept = layout === 'table' && item.can.edit
  return (
    <Sheet>
      <PageHeader
        title={item.name}
        breadcrumbs={[
          {
            key: 'shop',
            link: (
              <Link to="/shop" search={search}>
                {t('title')}
              </Link>
            ),
          },
        ]}
        aside={!item.is_active && <Tag>{t('off')}</Tag>}
        actions={isKept ? <ShopPageMenu item={item} /> : <EditLink item={item} />}
      />
      {isKept ? (
        <LazyBoundary fallback={waiting}>
          <EditShopForm item={item} />
        </LazyBoundary>
      ) : (
        <ShopReading item={item} />
      )}
    </Sheet>
  )
}

/** The link from the item to its form. */
function EditLink({ item: { id, can } }: { item: ShopItem }) {
  const t = useTranslations('shop')
  if (!can.edit) return null
  return (
    <Button
      variant="default"
      leftSection={<IconPencil size={16} stroke={1.8} />}
      renderRoot={(props) => <Link {...props} to={`/shop/item/${id}`} />}
    >
      {t('edit')}
    </Button>
  )
}
