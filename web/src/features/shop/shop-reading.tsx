import type { ShopItem } from '@artel/contract/shop'
import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMediaItems } from '../../api/media.ts'
import { DashedBox } from '../../ui/dashed-box.tsx'
import { MediaThumb } from '../../ui/media-thumb.tsx'
import { openMedia } from '../../ui/open-media.tsx'
import { BuyButton } from './buy-button.tsx'
import { OwnCoins } from './own-coins.tsx'
import { Price } from './price.tsx'
import classes from './shop-reading.module.css'
import { useOfferWords } from './use-offer-words.ts'
import { useWish } from './use-wish.ts'

/** An item for whoever may buy it: how it looks, what is said of it, and what it costs them. */
export function ShopReading({ item }: { item: ShopItem }) {
  const t = useTranslations('shop')
  const words = useOfferWords()
  const { description, price, stock } = item
  return (
    <div className={classes.columns}>
      <div className={classes.work}>
        <Photos item={item} />
        {description !== '' && <p className={classes.description}>{description}</p>}
      </div>
      <aside className={classes.panel} aria-label={t('offer')}>
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
    <UnstyledButton
      className={classes.wish ?? ''}
      aria-pressed={item.is_wished}
      disabled={isBusy}
      onClick={toggle}
    >
      {t(item.is_wished ? 'unwishHint' : 'wishHint')}
    </UnstyledButton>
  )
}

function Photos({ item: { multimedia } }: { item: ShopItem }) {
  const t = useTranslations('shop')
  const items = useMediaItems()(multimedia)
  const [isBroken, setIsBroken] = useState(false)
  const [first] = items
  if (!first) {
    return (
      <div className={classes.blank}>
        <DashedBox size={120} />
      </div>
    )
  }
  const isLarge = first.type === 'photo' && first.large !== null && !isBroken
  return (
    <ul className={classes.photos} aria-label={t('media')}>
      {items.map((one, index) => (
        <li key={one.id}>
          <UnstyledButton
            className={classes.photo ?? ''}
            aria-label={t('openMedia', { name: one.name })}
            onClick={() => openMedia(items, index, t('media'))}
          >
            {index === 0 && isLarge ? (
              <img src={first.large ?? ''} alt="" draggable={false} onError={() => setIsBroken(true)} />
            ) : (
              <MediaThumb item={one} />
            )}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
