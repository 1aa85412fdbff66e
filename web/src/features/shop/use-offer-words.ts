import type { ListedShopItem } from '@artel/contract/shop/shop'
import { useTranslations } from 'use-intl'

/** The fields of an item that lists and its page have in common. */
export type Offer = Omit<ListedShopItem, 'photo'>

/** How many pieces of an item are left, in total and for the signed-in person. */
export function useOfferWords() {
  const t = useTranslations('shop')
  return ({ stock, limit_per_user: limit, left_for_me: left }: Offer): string => {
    if (stock === 0) return t('soldOut')
    const parts = [
      stock !== null && t('left', { count: stock }),
      limit !== null && (left === limit ? t('limit', { limit }) : t('limitLeft', { left: left ?? 0, limit })),
    ].filter((part) => part !== false)
    const [first = t('endless'), ...others] = parts
    return [first.charAt(0).toLocaleUpperCase() + first.slice(1), ...others].join(' · ')
  }
}
