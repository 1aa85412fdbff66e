import { useTranslations } from 'use-intl'

/** What was bought, with how many pieces where it is more than one. */
export function useOrderName() {
  const t = useTranslations('orders')
  return ({ name, quantity }: { name: string; quantity: number }): string =>
    quantity === 1 ? name : t('nameMany', { name, quantity })
}
