import type { ListedShopItem } from '@artel/contract/shop/shop'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { Coins } from '../../../ui/figures/figures.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { Thumb } from '../../../ui/media/thumb.tsx'
import { PlaceHandle } from '../../../ui/places/place-handle.tsx'
import { ShopItemMenu } from '../shop-item-menu.tsx'
import { useOfferWords } from '../use-offer-words.ts'
import classes from './shop-list.module.css'
import type { ShelfOrder } from './use-shelf-order.ts'

/** An item in the list on a phone. */
export function ShopRowCard({ item, order }: { item: ListedShopItem; order: ShelfOrder }) {
  const t = useTranslations('shop')
  const address = useMediaAddress()
  const words = useOfferWords()
  const { id, name, photo, price, is_active, wishes, weeks } = item
  return (
    <article className={classes.card} data-sorted={order.isSorted || undefined}>
      {order.isSorted && <PlaceHandle thing={item} onMove={(to) => order.move(item, to)} />}
      <Thumb src={address(photo, 'small')} size={44} />
      <div className={classes.cardSaid}>
        <h2 className={classes.cardName}>
          <Link to="/shop/item/$id" params={{ id: String(id) }}>
            {name}
          </Link>
        </h2>
        <div className={classes.cardFacts}>
          <Coins value={price} emphasis />
          {weeks !== null && <span>{t('weeksOf', { weeks })}</span>}
          {!is_active && <Tag>{t('off')}</Tag>}
        </div>
        <div className={classes.cardFacts}>
          <span>{words(item)}</span>
          {wishes !== null && wishes > 0 && <span>{t('wishedBy', { count: wishes })}</span>}
        </div>
      </div>
      <ShopItemMenu item={item} order={order} />
    </article>
  )
}
