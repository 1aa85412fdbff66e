import { isolated } from '@artel/contract/shapes/isolate'
import { useTranslations } from 'use-intl'
import { useSession } from '../../api/session/session.ts'
import type { FieldWords } from '../../forms/save/stale-fields.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import type { ProductValues } from './form/product-values.ts'

/** The fields of the form with the texts that the conflict dialog uses for names and values. */
export function useProductWords(): Required<FieldWords<ProductValues>> {
  const t = useTranslations('products')
  const format = useFormat()
  const { warehouses } = useSession()
  const field = <Value>(label: string, show: (value: Value) => string) => ({
    label,
    show: (value: Value) => show(value) || t('blank'),
  })
  const text = (label: string) => field<string>(label, String)
  const number = (label: string, show: (value: number) => string = format.number) =>
    field<number | null>(label, (value) => (value === null ? '' : show(value)))
  return {
    name: text(t('name')),
    article: text(t('article')),
    barcodes: field<ProductValues['barcodes']>(t('barcodes'), (list) => list.join(', ')),
    wildberries_id: number(t('wildberries'), String),
    brand: text(t('brand')),
    category: text(t('category')),
    description: text(t('description')),
    components: field<ProductValues['components']>(t('components'), (list) =>
      list.map(({ name, quantity }) => `${isolated(name)} × ${quantity ?? 0}`).join(', '),
    ),
    money: number(t('money'), (value) => format.money(value)),
    coins: number(t('coins')),
    norm_seconds: number(t('norm'), (value) => format.duration(value)),
    weight_g: number(t('weight')),
    is_active: field<boolean>(t('isActive'), (value) => t(value ? 'yes' : 'no')),
    stock: field<ProductValues['stock']>(t('stock'), (list) =>
      list
        .map(({ warehouse_id, quantity }) => {
          const place = warehouses.find(({ id }) => id === warehouse_id)?.name ?? String(warehouse_id)
          return `${place}: ${format.number(quantity)}`
        })
        .join(', '),
    ),
    multimedia_ids: field<readonly number[]>(t('media'), (list) => t('mediaCount', { count: list.length })),
  }
}
