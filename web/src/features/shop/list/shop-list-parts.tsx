import type { ListedShopItem } from '@artel/contract/shop/shop'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { Blank } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { Thumb } from '../../../ui/media/thumb.tsx'
import { rowNameLook } from '../../../ui/page/two-lines.tsx'
import classes from './shop-list.module.css'

/** An item with picture and name, linked to its page. */
export function ShopItemName({
  item,
}: {
  item: Pick<ListedShopItem, 'id' | 'name' | 'photo' | 'is_active'>
}) {
  const t = useTranslations('shop')
  const address = useMediaAddress()
  const { id, name, photo, is_active } = item
  return (
    <span className={classes.name}>
      <Thumb src={address(photo, 'small')} size={30} />
      <Link to="/shop/item/$id" params={{ id: String(id) }} className={rowNameLook} title={name}>
        {name}
      </Link>
      {!is_active && <Tag>{t('off')}</Tag>}
    </span>
  )
}

/** The number of pieces in stock. Zero stands out; unlimited stock is a text, not a number. */
export function Stock({ value }: { value: number | null }) {
  const t = useTranslations('shop')
  const format = useFormat()
  if (value === null) return <span className={classes.quiet}>{t('endlessShort')}</span>
  if (value === 0) return <Tag tone="warn">{t('soldOutShort')}</Tag>
  return <span>{format.number(value)}</span>
}

/** The price of a piece in weeks of usual work. */
export function Weeks({ value }: { value: number | null }) {
  const t = useTranslations('shop')
  return value === null ? <Blank /> : <span>{t('weeksOf', { weeks: value })}</span>
}
