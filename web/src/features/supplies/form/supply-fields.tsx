import type { ProductBrief } from '@artel/contract/products/products.brief'
import { ownKeys, pickFields } from '@artel/contract/shapes/records'
import type { Supply, SupplyDraft } from '@artel/contract/supplies/supplies'
import { marketplaces } from '@artel/contract/supplies/supplies.line'
import { useTranslations } from 'use-intl'
import { useSession } from '../../../api/session/session.ts'
import { SelectField } from '../../../forms/choices/choice-fields.tsx'
import { useLegalEntityOptions } from '../../../forms/choices/use-legal-entity-options.ts'
import { useWarehouseOptions } from '../../../forms/choices/use-warehouse-options.ts'
import { DayField } from '../../../forms/fields/day-field.tsx'
import { TextAreaField, TextField } from '../../../forms/fields/text-fields.tsx'
import { FieldRow } from '../../../forms/form/form-shell.tsx'
import type { FormState } from '../../../forms/form/use-form-state.ts'
import type { FieldWords } from '../../../forms/save/stale-fields.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { PlanFields, type PlanRow } from './plan-fields.tsx'
import classes from './supply-form.module.css'

/** The values of the form: those of the call, but for fields that may be empty while a person types. */
export type SupplyValues = Omit<SupplyDraft, 'number' | 'warehouse_id' | 'destination' | 'plan'> & {
  number: string
  warehouse_id: number | null
  destination: string
  plan: PlanRow[]
}

export const emptySupply: SupplyValues = {
  number: '',
  warehouse_id: null,
  legal_entity_id: null,
  destination: '',
  marketplace: 'wildberries',
  planned_on: null,
  comment: '',
  plan: [],
}

export const valuesOf = (supply: Supply): SupplyValues => ({
  ...emptySupply,
  ...pickFields(supply, ownKeys(emptySupply)),
  destination: supply.destination ?? '',
})

type SupplyFieldsProps = {
  form: FormState<SupplyValues>
  known: Map<number, ProductBrief>
  isNew?: boolean
}

/** The fields of a supply. */
export function SupplyFields({ form, known, isNew = false }: SupplyFieldsProps) {
  const t = useTranslations('supplies')
  const places = useWarehouseOptions(form.initial.warehouse_id)
  const entities = useLegalEntityOptions()
  return (
    <div className={classes.fields}>
      <FieldRow>
        <SelectField {...form.at('warehouse_id')} label={t('warehouse')} options={places} />
        <SelectField
          {...form.at('legal_entity_id')}
          label={t('legalEntity')}
          options={entities}
          none={t('noLegalEntity')}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          {...form.at('marketplace')}
          onChange={(chosen) => chosen && form.at('marketplace').onChange(chosen)}
          label={t('marketplace')}
          options={marketplaces.map((value) => ({ value, label: t(`marketplace_${value}`) }))}
        />
        <DayField {...form.at('planned_on')} label={t('plannedOn')} />
      </FieldRow>
      <TextField {...form.at('destination')} label={t('destination')} hint={t('destinationHint')} />
      <TextField
        {...form.at('number')}
        label={t('number')}
        // The server numbers a new supply if the field is empty.
        {...(isNew && { hint: t('numberHint'), optional: true })}
      />
      <PlanFields {...form.at('plan')} errors={form.errors} known={known} />
      <TextAreaField {...form.at('comment')} label={t('comment')} />
    </div>
  )
}

/** The fields of the form with the texts that the conflict question uses for names and values. */
export function useSupplyWords(nameOf: (productId: number) => string): Required<FieldWords<SupplyValues>> {
  const t = useTranslations('supplies')
  const format = useFormat()
  const { warehouses } = useSession()
  const entities = useLegalEntityOptions()
  const field = <Value,>(label: string, show: (value: Value) => string | undefined) => ({
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
