import { useTranslations } from 'use-intl'
import { useSession } from '../../api/session/session.ts'
import { useLegalEntityOptions } from '../../forms/choices/use-legal-entity-options.ts'
import type { FieldWords } from '../../forms/save/stale-fields.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import type { SupplyValues } from './form/supply-values.ts'

/** The fields of the form with the texts that the conflict question uses for names and values. */
export function useSupplyWords(nameOf: (productId: number) => string): Required<FieldWords<SupplyValues>> {
  const t = useTranslations('supplies')
  const format = useFormat()
  const { warehouses } = useSession()
  const entities = useLegalEntityOptions()
  const field = <Value>(label: string, show: (value: Value) => string | undefined) => ({
    label,
    show: (value: Value) => show(value) || t('blank'),
  })
  const text = (label: string) => field<string>(label, String)
  return {
    number: text(t('number')),
    warehouse_id: field<number | null>(
      t('warehouse'),
      (value) => warehouses.find(({ id }) => id === value)?.name,
    ),
    legal_entity_id: field<number | null>(
      t('legalEntity'),
      (chosen) => entities.find(({ value }) => value === chosen)?.label,
    ),
    destination: text(t('destination')),
    marketplace: field<SupplyValues['marketplace']>(t('marketplace'), (value) => t(`marketplace_${value}`)),
    planned_on: field<string | null>(t('plannedOn'), (value) => (value === null ? '' : format.date(value))),
    comment: text(t('comment')),
    plan: field<SupplyValues['plan']>(t('plan'), (rows) =>
      rows
        .map(({ product_id, quantity }) => t('planLine', { name: nameOf(product_id), count: quantity ?? 0 }))
        .join(', '),
    ),
  }
}
