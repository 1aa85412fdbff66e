import { useTranslations } from 'use-intl'
import { useFormat } from '../../ui/figures/format-context.tsx'

/** The fields of an item with the texts that the conflict dialog uses. */
export function useShopWords() {
  const t = useTranslations('shop')
  const ui = useTranslations('ui')
  const format = useFormat()
  const told = (value: unknown) => (typeof value === 'string' && value !== '' ? value : '—')
  const number = (value: unknown) => (typeof value === 'number' ? format.number(value) : '—')
  return {
    name: { label: t('name'), show: told },
    description: { label: t('description'), show: told },
    price: { label: t('price'), show: (value: unknown) => ui('coins', { count: Number(value ?? 0) }) },
    stock: { label: t('stock'), show: number },
    limit_per_user: { label: t('limitField'), show: number },
    is_active: { label: t('isActive'), show: (value: unknown) => t(value ? 'state_on' : 'state_off') },
    multimedia_ids: {
      label: t('media'),
      show: (value: unknown) => t('files', { count: Array.isArray(value) ? value.length : 0 }),
    },
  }
}
