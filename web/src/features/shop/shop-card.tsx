import type { ListedShopItem } from '@artel/contract/shop/shop'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Tag } from '../../ui/marks/tag.tsx'
import { useShopLayout } from './list/use-shop-layout.ts'
import { Price } from './price.tsx'
import classes from './shop-parts.module.css'
import { ShopPhoto } from './shop-photo.tsx'
import { BuyButton } from './storefront/buy-button.tsx'
import { WishButton } from './storefront/wish-button.tsx'
import { useOfferWords } from './use-offer-words.ts'

/** An item of the storefront: name, price, and how many pieces the person may still buy. */
export function ShopCard({ item }: { item: ListedShopItem }) {
  const t = useTranslations('shop')
  const words = useOfferWords()
  const { search } = useShopLayout()
  const { id, name, photo, stock } = item
  const isSoldOut = stock === 0
  return (
    <article className={classes.card} data-sold-out={isSoldOut || undefined}>
      <ShopPhoto file={photo} isPale={isSoldOut} />
      {stock === 1 && (
        <span className={classes.mark}>
          <Tag tone="coin">{t('last')}</Tag>
        </span>
      )}
      <WishButton item={item} />
      <div className={classes.said}>
        <h2 className={classes.name}>
          <Link to="/shop/item/$id" params={{ id: String(id) }} search={search} title={name}>
            {name}
          </Link>
        </h2>
        <p className={classes.left}>{words(item)}</p>
        <div className={classes.offer}>
          <Price value={item.price} isPale={isSoldOut} />
          <BuyButton item={item} isQuiet />
        </div>
      </div>
    </article>
  )
}
