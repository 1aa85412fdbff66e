import { useTranslations } from 'use-intl'

/** The name of the bought item, with the number of pieces if more than one. */
export function useOrderName() {
  const t = useTranslations('orders')
  return ({ name, quantity }: { name: string; quantity: number }): string =>
    quantity === 1 ? name : t('nameMany', { name, quantity })
}
