import type { ListedShopItem } from '@artel/contract/shop'
import { useTranslations } from 'use-intl'

/** What an item offers, as lists and its page know it alike. */
export type Offer = Omit<ListedShopItem, 'photo'>

/** How many pieces are left of an item, of all and for the signed-in person. */
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
