import type { ShopItem } from '@artel/contract/shop/shop'
import { UnstyledButton } from '@mantine/core'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import { useMediaItems } from '../../../api/send/media.ts'
import { MediaGallery } from '../../../ui/media/media-gallery.tsx'
import columns from '../list/shop-columns.module.css'
import { Price } from '../price.tsx'
import { BuyButton } from '../storefront/buy-button.tsx'
import { OwnCoins } from '../storefront/own-coins.tsx'
import { useWish } from '../storefront/use-wish.ts'
import { useOfferWords } from '../use-offer-words.ts'
import classes from './shop-reading.module.css'

/** An item for buyers: photos, description and price. */
export function ShopReading({ item }: { item: ShopItem }) {
  const t = useTranslations('shop')
  const words = useOfferWords()
  const itemsOf = useMediaItems()
  const { description, price, stock } = item
  return (
    <div className={clsx(columns.columns, classes.reading)}>
      <div className={classes.work}>
        <MediaGallery items={itemsOf(item.multimedia)} label={t('media')} />
        {description !== '' && <p className={classes.description}>{description}</p>}
      </div>
      <aside className={columns.panel} aria-label={t('offer')}>
        <Price value={price} isLarge isPale={stock === 0} />
        <p className={classes.left}>{words(item)}</p>
        <div className={classes.offer}>
          <BuyButton item={item} />
        </div>
        {stock !== 0 && <WishLine item={item} />}
        <OwnCoins />
      </aside>
    </div>
  )
}

function WishLine({ item }: { item: ShopItem }) {
  const t = useTranslations('shop')
  const { toggle, isBusy } = useWish(item)
  return (
    <UnstyledButton className={classes.wish ?? ''} disabled={isBusy} onClick={toggle}>
      {t(item.is_wished ? 'unwishHint' : 'wishHint')}
    </UnstyledButton>
  )
}
